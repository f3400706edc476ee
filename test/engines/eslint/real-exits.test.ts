import { eslint } from '#engines/eslint/engine.ts';
import { describeRealEnds, nodeScript, notUtf8, type RealEnd } from '../real-ends.ts';

const clean = 'const x = 1;\n';
const wrong = 'debugger;\n';
const config = (body: string, before = ''): Readonly<Record<string, string>> => ({
  'eslint.config.mjs': `${before}\nexport default [${body}];\n`,
});
const strict = config('{ rules: { "no-debugger": "error" } }');
const lenient = config('{ rules: { "no-debugger": "warn" } }');

const ruleThat = (body: string): Readonly<Record<string, string>> =>
  config(
    '{ plugins: { p: { rules: { r: { create: () => ({ Program() { BODY } }) } } } }, rules: { "p/r": "error" } }'.replace(
      'BODY',
      body,
    ),
  );

const refused = 'tool_failure, none, CONFIG_INVALID, 0';
const nothing = 'unknown, none, EMPTY_SCOPE, 0';
const silent = 'tool_failure, none, NO_OUTPUT, 0';

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { ...strict, 'a.js': clean }, is: 'success, 0' },
  findings: {
    files: { ...strict, 'a.js': wrong, 'b.js': clean },
    is: 'diagnostic, 1',
    at: ['a.js:1'],
  },
  'warnings alone': { files: { ...lenient, 'a.js': wrong }, is: 'diagnostic, 1' },
  'more warnings than allowed': {
    files: { ...lenient, 'a.js': wrong },
    plan: { args: ['--max-warnings', '0'] },
    is: 'diagnostic, 1',
  },
  'a syntax error beside findings': {
    files: { ...strict, 'a.js': wrong, 's.js': 'const = ;\n' },
    is: 'diagnostic, 2',
    at: ['a.js:1', 's.js:1'],
  },
  'a syntax error that is to end with 2': {
    files: { ...strict, 's.js': 'const = ;\n' },
    plan: { args: ['--exit-on-fatal-error'] },
    is: 'diagnostic, 1',
  },
  'a file that is no UTF-8 beside findings': {
    files: { ...strict, 'a.js': notUtf8, 'b.js': wrong },
    is: 'diagnostic, 1',
  },
  'no files': {
    files: { ...strict, 'src/a.txt': '' },
    plan: { scope: ['src'] },
    is: nothing,
  },
  'a path that is missing beside findings': {
    files: { ...strict, 'a.js': wrong },
    plan: { scope: ['a.js', 'nope.js'] },
    is: 'diagnostic, 1',
  },
  'nothing that matches, which is an error': {
    files: strict,
    plan: { args: ['--error-on-unmatched-pattern'], scope: ['nope.js'] },
    is: nothing,
  },
  'nothing but an ignored file': {
    files: { ...config('{ ignores: ["a.js"] }, { rules: { "no-debugger": 2 } }'), 'a.js': wrong },
    plan: { scope: ['a.js'] },
    is: nothing,
  },
  'nothing but ignored files, which is an error': {
    files: { ...config('{ ignores: ["src/**"] }'), 'src/a.js': wrong },
    plan: { args: ['--error-on-unmatched-pattern'], scope: ['src/**/*.js'] },
    is: nothing,
  },
  'paths with spaces and letters of all kinds': {
    files: { ...strict, 'we ird (1)/zürich é.js': wrong, 'b.js': wrong },
    is: 'diagnostic, 2',
    at: ['b.js:1', 'we ird (1)/zürich é.js:1'],
  },
  'thousands of findings': {
    files: { ...strict, 'a.js': wrong.repeat(5000) },
    is: 'diagnostic, 5000',
  },
  'findings that eslint-suppressions.json hides': {
    files: {
      ...strict,
      'a.js': wrong,
      'eslint-suppressions.json': '{"a.js":{"no-debugger":{"count":1}}}',
    },
    is: 'success, 0',
  },
  'suppressions that are no longer needed': {
    files: {
      ...strict,
      'a.js': clean,
      'eslint-suppressions.json': '{"a.js":{"no-debugger":{"count":1}}}',
    },
    is: 'success, 0',
    plan: { native: { suppresses: true } },
  },
  'suppressions that are no longer needed, which is an error': {
    files: {
      ...strict,
      'a.js': clean,
      'eslint-suppressions.json': '{"a.js":{"no-debugger":{"count":1}}}',
    },
    plan: { args: ['--no-pass-on-unpruned-suppressions'] },
    is: 'unknown, none, CONTRADICTION, 0',
  },
  'no configuration at all': { files: { 'a.js': wrong }, is: refused },
  'a configuration that is missing': {
    files: { ...strict, 'a.js': wrong },
    plan: { config: { path: 'nope.mjs', source: 'config' } },
    is: refused,
  },
  'a broken configuration': { files: { ...config('{'), 'a.js': wrong }, is: refused },
  'a configuration that throws': {
    files: { ...config('', 'throw new Error("no");'), 'a.js': wrong },
    is: refused,
  },
  'an unknown key': { files: { ...config('{ nope: 1 }'), 'a.js': wrong }, is: refused },
  'an unknown rule': { files: { ...config('{ rules: { nope: 2 } }'), 'a.js': wrong }, is: refused },
  'a bad value': {
    files: { ...config('{ rules: { "no-debugger": "perhaps" } }'), 'a.js': wrong },
    is: refused,
  },
  'a plugin that is not installed': {
    files: { ...config('', 'import "nope";'), 'a.js': wrong },
    is: refused,
  },
  'a configuration without rules': {
    files: { 'eslint.config.mjs': 'export default [];\n', 'a.js': wrong },
    is: 'success, partial, degraded, 0',
  },
  'an .eslintignore that it does not read': {
    files: { ...strict, '.eslintignore': 'a.js\n', 'a.js': wrong },
    is: 'diagnostic, partial, degraded, 1',
  },
  'a bad flag': {
    files: { ...strict, 'a.js': wrong },
    plan: { args: ['--nope'] },
    is: refused,
  },
  'another format asked for': {
    files: { ...strict, 'a.js': wrong },
    plan: { args: ['--format', 'stylish'] },
    is: 'tool_failure, none, JSON_PARSE_FAILED, 0',
  },
  'clean in another format': {
    files: { ...strict, 'a.js': clean },
    plan: { args: ['--format', 'stylish'] },
    is: silent,
  },
  '--quiet and warnings': {
    files: { ...lenient, 'a.js': wrong },
    plan: { args: ['--quiet'] },
    is: nothing,
  },
  'a rule that throws': {
    files: { ...ruleThat('throw new Error("no");'), 'a.js': wrong },
    is: 'tool_failure, none, CRASHED, 0',
  },
  'a rule that ends it with 0 beside an earlier report': {
    files: { ...ruleThat('process.exit(0);'), 'a.js': wrong, 'eslint.json': '[]' },
    is: silent,
  },
  'a rule that ends it with 1': {
    files: { ...ruleThat('process.exit(1);'), 'a.js': wrong },
    is: silent,
  },
  'a rule that kills it': {
    files: { ...ruleThat('process.kill(process.pid, "SIGKILL");'), 'a.js': wrong },
    is: 'tool_failure, none, CRASHED, 0',
  },
  'too little memory': {
    files: { ...strict, 'a.js': wrong },
    plan: { env: { NODE_OPTIONS: '--max-old-space-size=8' } },
    is: 'tool_failure, none, CRASHED, 0',
  },
  'a rule that hangs': {
    files: { ...ruleThat('for (;;);'), 'a.js': wrong },
    wallMs: 2_000,
    is: 'tool_failure, none, TIMEOUT, 0',
  },
  'a program that is not there': {
    files: { ...strict, 'a.js': wrong },
    program: ['/nonexistent/eslint'],
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'eslint not installed': {
    files: { ...strict, 'a.js': wrong },
    program: nodeScript('nope/eslint.js'),
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'a fix of everything': {
    action: 'fix',
    files: { ...config('{ rules: { semi: "error" } }'), 'a.js': 'const x = 1\n' },
    is: 'success, 0',
  },
  'a fix that leaves something': {
    action: 'fix',
    files: { ...strict, 'a.js': wrong },
    is: 'diagnostic, 1',
  },
  'a fix under a broken configuration': {
    action: 'fix',
    files: { ...config('{'), 'a.js': wrong },
    is: refused,
  },
};

describeRealEnds({ engine: eslint, program: async () => nodeScript('eslint/bin/eslint.js'), ends });
