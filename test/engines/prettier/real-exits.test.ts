import { prettier } from '#engines/prettier/engine.ts';
import { describeRealEnds, type RealEnd, nodeScript } from '../real-ends.ts';

const ends: Readonly<Record<string, RealEnd>> = {
  'a clean file': { files: { 'a.js': 'export {};\n' }, is: 'success, 0' },
  'files to change, and one that is no JavaScript': {
    files: { 'a.js': 'f( )', 'b/c d.css': 'a {}', 's.js': 'let = = 1;\n', 'x.bin': 'x' },
    is: 'diagnostic, 3',
    at: ['a.js:', 'b/c d.css:', 's.js:1'],
  },
  'a path that is missing': {
    files: {},
    plan: { scope: ['nope'] },
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a broken configuration': {
    files: { '.prettierrc': '{ nope', 'a.js': 'f( )' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'an argument with a wrong value': {
    files: { 'a.js': 'f();\n' },
    plan: { args: ['--tab-width=x'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
};

describeRealEnds({
  engine: prettier,
  program: async () => nodeScript('prettier/bin/prettier.cjs'),
  ends,
});
