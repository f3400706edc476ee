import { join } from 'node:path';
import { describe } from 'vitest';
import { biome } from '#engines/biome/engine.ts';
import { describeRealEnds, notUtf8, type RealEnd } from '../real-ends.ts';

const here = process.platform === 'linux' && process.arch === 'x64';
const path = join(import.meta.dirname, '../../../node_modules/@biomejs/cli-linux-x64/biome');

const clean = 'export const x = 1;\n';
const wrong = 'debugger;\n';
const settings = (text = '{}'): Readonly<Record<string, string>> => ({ 'biome.json': text });
const warned = settings('{"linter":{"rules":{"suspicious":{"noDebugger":"warn"}}}}');
const refused = 'tool_failure, none, CONFIG_INVALID, 0';

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { ...settings(), 'a.js': clean }, is: 'success, 0' },
  findings: {
    files: { ...settings(), 'a.js': wrong, 'b.js': clean },
    is: 'diagnostic, 1',
    at: ['a.js:1'],
  },
  'warnings alone': { files: { ...warned, 'a.js': wrong }, is: 'diagnostic, 1' },
  'warnings that are to fail': {
    files: { ...warned, 'a.js': wrong },
    plan: { args: ['--error-on-warnings'] },
    is: 'diagnostic, 1',
  },
  'a syntax error beside findings': {
    files: { ...settings(), 'a.js': wrong, 's.js': 'const = ;\n' },
    is: 'diagnostic, 4',
  },
  'a file that is no UTF-8 beside findings': {
    files: { ...settings(), 'a.js': notUtf8, 'b.js': wrong },
    is: 'diagnostic, partial, 1',
  },
  'no files': {
    files: { ...settings(), 'src/a.txt': '' },
    plan: { scope: ['src'] },
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'no files, which is no error': {
    files: { ...settings(), 'src/a.txt': '' },
    plan: { scope: ['src'], args: ['--no-errors-on-unmatched'] },
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a path that is missing': {
    files: { ...settings(), 'a.js': wrong },
    plan: { scope: ['nope.js'] },
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a path that is missing beside a clean file': {
    files: { ...settings(), 'a.js': clean },
    plan: { scope: ['a.js', 'nope.js'] },
    is: 'success, partial, 0',
  },
  'a path that is missing beside findings': {
    files: { ...settings(), 'a.js': wrong },
    plan: { scope: ['a.js', 'nope.js'] },
    is: 'diagnostic, partial, 1',
  },
  'an ignored file, asked for by name': {
    files: { ...settings('{"files":{"includes":["**","!a.js"]}}'), 'a.js': wrong },
    plan: { scope: ['a.js'] },
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a file that is too large': {
    files: { ...settings('{"files":{"maxSize":9}}'), 'a.js': wrong, 'b.js': '1;\n' },
    is: 'success, partial, 0',
  },
  'paths with spaces and letters of all kinds': {
    files: { ...settings(), 'we ird (1)/zürich é.js': wrong, 'b.js': wrong },
    is: 'diagnostic, 2',
    at: ['b.js:1', 'we ird (1)/zürich é.js:1'],
  },
  'thousands of findings': {
    files: { ...settings(), 'a.js': wrong.repeat(2000) },
    is: 'diagnostic, 2000',
  },
  'more findings than it may show': {
    files: { ...settings(), 'a.js': wrong.repeat(50) },
    plan: { args: ['--max-diagnostics=5'] },
    is: 'diagnostic, 50',
  },
  'a broken configuration': { files: { ...settings('{"linter":'), 'a.js': wrong }, is: refused },
  'an unknown key': { files: { ...settings('{"nope":1}'), 'a.js': wrong }, is: refused },
  'a bad value': {
    files: { ...settings('{"linter":{"enabled":"perhaps"}}'), 'a.js': wrong },
    is: refused,
  },
  'an unknown rule': {
    files: { ...settings('{"linter":{"rules":{"suspicious":{"nope":"error"}}}}'), 'a.js': wrong },
    is: refused,
  },
  'a base that is missing': {
    files: { ...settings('{"extends":["./nope.json"]}'), 'a.js': wrong },
    is: refused,
  },
  'a configuration that is missing': {
    files: { 'a.js': wrong },
    plan: { config: { path: 'nope.json', source: 'config' } },
    is: refused,
  },
  'no configuration at all': { files: { 'a.js': wrong }, is: 'diagnostic, 1' },
  'a linter that is switched off': {
    files: { ...settings('{"linter":{"enabled":false}}'), 'a.js': wrong },
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a plugin that is missing': {
    files: { ...settings('{"plugins":["./nope.grit"]}'), 'a.js': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a plugin that is broken': {
    files: { ...settings('{"plugins":["./p.grit"]}'), 'p.grit': '`oops', 'a.js': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'changed files where there is no git': {
    files: { ...settings(), 'a.js': wrong },
    plan: { args: ['--changed'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a bad flag': {
    files: { ...settings(), 'a.js': wrong },
    plan: { args: ['--nope'] },
    is: refused,
  },
  'another format asked for': {
    files: { ...settings(), 'a.js': wrong },
    plan: { args: ['--reporter=summary'] },
    is: 'diagnostic, 1',
  },
  'too little memory': {
    files: { ...settings(), 'a.js': wrong },
    program: ['sh', '-c', 'ulimit -v 80000; exec "$0" "$@"', path],
    is: 'tool_failure, none, CRASHED, 0',
  },
  'a run that is killed': {
    files: { ...settings(), 'a.js': wrong },
    program: ['sh', '-c', 'kill -9 $$'],
    is: 'tool_failure, none, CRASHED, 0',
  },
  'a run that takes too long': {
    files: { ...settings(), 'a.js': wrong },
    program: ['sh', '-c', 'sleep 60'],
    wallMs: 300,
    is: 'tool_failure, none, TIMEOUT, 0',
  },
  'a program that is not there': {
    files: { ...settings(), 'a.js': wrong },
    program: ['/nonexistent/biome'],
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'a program that ends well without a report': {
    files: { ...settings(), 'a.js': wrong },
    program: ['true'],
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'a fix of everything': {
    action: 'fix',
    files: { ...settings(), 'a.js': 'const a = { "b": 1 };\nexport { a };\nif (!!a) a.b = 2;\n' },
    is: 'success, 0',
  },
  'a fix that leaves something': {
    action: 'fix',
    files: { ...settings(), 'a.js': wrong },
    is: 'diagnostic, 1',
  },
  'a fix under a broken configuration': {
    action: 'fix',
    files: { ...settings('{"linter":'), 'a.js': wrong },
    is: refused,
  },
};

// This version shows all, however few it is told to show.
const unseen = ['not-all-shown', 'not-all-shown'];

// Only the program for this platform is to be had everywhere.
describe.runIf(here)('where its program is', () => {
  describeRealEnds({ engine: biome, program: async () => [path], ends, unseen });
});
