import { oxlint } from '#engines/oxlint/engine.ts';
import { describeRealEnds, nodeScript, notUtf8, type RealEnd } from '../real-ends.ts';

const clean = 'export const x = 1;\n';
const wrong = 'debugger;\n';
const settings = (text: string): Readonly<Record<string, string>> => ({ '.oxlintrc.json': text });
const strict = settings('{"rules":{"no-debugger":"error"}}');
const lenient = settings('{"rules":{"no-debugger":"warn"}}');
const refused = 'tool_failure, none, CONFIG_INVALID, 0';

const plugin = (body: string, before = ''): Readonly<Record<string, string>> => ({
  ...settings('{"jsPlugins":["./p.mjs"],"rules":{"p/r":"error"}}'),
  'p.mjs': `${before}
export default {
  meta: { name: 'p' },
  rules: { r: { create: () => ({ Program() { ${body} } }) } },
};
`,
});

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { ...strict, 'a.js': clean }, is: 'success, 0' },
  findings: {
    files: { ...strict, 'a.js': wrong, 'b.js': clean },
    is: 'diagnostic, 1',
    at: ['a.js:1'],
  },
  'warnings alone': { files: { ...lenient, 'a.js': wrong }, is: 'diagnostic, 1' },
  'warnings that are to fail': {
    files: { ...lenient, 'a.js': wrong },
    plan: { args: ['--deny-warnings'] },
    is: 'diagnostic, 1',
  },
  'a syntax error beside findings': {
    files: { ...strict, 'a.js': wrong, 's.js': 'const = ;\n' },
    is: 'diagnostic, 2',
  },
  'a file that is no UTF-8 beside findings': {
    files: { ...strict, 'a.js': notUtf8, 'b.js': wrong },
    is: 'diagnostic, partial, 1',
  },
  'a file that is no UTF-8 beside a clean one': {
    files: { ...strict, 'a.js': notUtf8, 'b.js': clean },
    is: 'success, partial, 0',
  },
  'a file that is no UTF-8, alone': {
    files: { ...strict, 'a.js': notUtf8 },
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'no files': { files: { ...strict, 'a.txt': '' }, is: 'unknown, none, EMPTY_SCOPE, 0' },
  'no files, which is no error': {
    files: { ...strict, 'a.txt': '' },
    plan: { args: ['--no-error-on-unmatched-pattern'] },
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a path that is missing': {
    files: { ...strict, 'a.js': wrong },
    plan: { scope: ['nope.js'] },
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a path that is missing beside findings': {
    files: { ...strict, 'a.js': wrong },
    plan: { scope: ['a.js', 'nope.js'] },
    is: 'diagnostic, 1',
  },
  'an ignored file, asked for by name': {
    files: { ...settings('{"ignorePatterns":["a.js"]}'), 'a.js': wrong },
    plan: { scope: ['a.js'] },
    is: 'unknown, none, EMPTY_SCOPE, 0',
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
  'findings that oxlint-suppressions.json hides': {
    files: {
      ...strict,
      'a.js': wrong,
      'oxlint-suppressions.json': '{"a.js":{"no-debugger":{"count":1}}}',
    },
    is: 'success, 0',
  },
  'suppressions that are no longer needed': {
    files: {
      ...strict,
      'a.js': clean,
      'oxlint-suppressions.json': '{"a.js":{"no-debugger":{"count":1}}}',
    },
    is: 'diagnostic, 1',
  },
  'suppressions that are broken': {
    files: { ...strict, 'a.js': wrong, 'oxlint-suppressions.json': '{' },
    is: 'diagnostic, 1',
  },
  'a broken configuration': { files: { ...settings('{"rules":'), 'a.js': wrong }, is: refused },
  'an unknown key': {
    files: { ...settings('{"nope":1}'), 'a.js': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a bad value': {
    files: { ...settings('{"rules":{"no-debugger":"perhaps"}}'), 'a.js': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'an unknown rule': {
    files: { ...settings('{"rules":{"nope":"error"}}'), 'a.js': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'an unknown plugin': {
    files: { ...settings('{"plugins":["nope"]}'), 'a.js': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a base that is missing': {
    files: { ...settings('{"extends":["./nope.json"]}'), 'a.js': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a configuration that is missing': {
    files: { ...strict, 'a.js': wrong },
    plan: { config: { path: 'nope.json', source: 'config' } },
    is: refused,
  },
  'no configuration at all': { files: { 'a.js': wrong }, is: 'diagnostic, 1' },
  'a bad flag': { files: { ...strict, 'a.js': wrong }, plan: { args: ['--nope'] }, is: refused },
  'another format asked for': {
    files: { ...strict, 'a.js': wrong },
    plan: { args: ['--format', 'stylish'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'errors alone asked for, and warnings': {
    files: { ...lenient, 'a.js': wrong },
    plan: { args: ['--quiet'] },
    is: 'success, 0',
  },
  'a plugin that is missing': {
    files: { ...settings('{"jsPlugins":["./nope.mjs"]}'), 'a.js': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a plugin that throws': {
    files: { ...plugin('', 'throw new Error("no");'), 'a.js': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a rule that throws': {
    files: { ...plugin('throw new Error("no");'), 'a.js': wrong },
    is: 'tool_failure, none, CRASHED, 1',
  },
  'a rule that ends it with 0': {
    files: { ...plugin('process.exit(0);'), 'a.js': wrong },
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'a rule that ends it with 1': {
    files: { ...plugin('process.exit(1);'), 'a.js': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a rule that kills it': {
    files: { ...plugin('process.kill(process.pid, "SIGKILL");'), 'a.js': wrong },
    is: 'tool_failure, none, CRASHED, 0',
  },
  'a rule that writes lines of its own': {
    files: { ...plugin('console.log("hello");'), 'a.js': wrong },
    is: 'diagnostic, 1',
  },
  'a rule that hangs': {
    files: { ...plugin('for (;;);'), 'a.js': wrong },
    wallMs: 2_000,
    is: 'tool_failure, none, TIMEOUT, 0',
  },
  'a program that is not there': {
    files: { ...strict, 'a.js': wrong },
    program: ['/nonexistent/oxlint'],
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'oxlint not installed': {
    files: { ...strict, 'a.js': wrong },
    program: nodeScript('nope/bin/oxlint'),
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'a fix of everything': {
    action: 'fix',
    files: { ...settings('{"rules":{"prefer-const":"error"}}'), 'a.js': 'let a = 1;\nf(a);\n' },
    is: 'success, 0',
  },
  'a fix that leaves something': {
    action: 'fix',
    files: { ...settings('{"rules":{"no-empty":"error"}}'), 'a.js': 'if (x) {}\n' },
    is: 'diagnostic, 1',
  },
  'a fix under a broken configuration': {
    action: 'fix',
    files: { ...settings('{"rules":'), 'a.js': wrong },
    is: refused,
  },
};

describeRealEnds({ engine: oxlint, program: async () => nodeScript('oxlint/bin/oxlint'), ends });
