import { mocha } from '#engines/mocha/engine.ts';
import { describeRealEnds, nodeScript, type RealEnd } from '../real-ends.ts';

const passing = "it('a', () => {});\n";
const failing = "it('a', () => {\n  throw new Error('no');\n});\n";

const ends: Readonly<Record<string, RealEnd>> = {
  'all tests pass': { files: { 'test/a.js': passing }, is: 'success, 0' },
  'tests fail': {
    files: { 'test/a.js': failing, 'test/b.js': `${passing}${failing}` },
    is: 'diagnostic, 2',
    at: ['test/a.js:2', 'test/b.js:3'],
  },
  'a hook of all tests fails': {
    files: { 'test/a.js': `before(() => {\n  throw new Error('no');\n});\n${passing}` },
    is: 'diagnostic, partial, 1',
    at: ['test/a.js:2'],
  },
  'a root hook that its configuration requires': {
    files: {
      '.mocharc.json': '{"require":"./hooks.js"}',
      'hooks.js': "exports.mochaHooks = {\n  beforeAll() {\n    throw new Error('no');\n  },\n};\n",
      'test/a.js': passing,
    },
    is: 'diagnostic, partial, 1',
    at: ['hooks.js:3'],
  },
  'tests that run side by side': {
    files: { 'test/a.js': failing, 'test/b.js': passing },
    plan: { args: ['--parallel'] },
    is: 'diagnostic, 1',
    at: ['test/a.js:2'],
  },
  'a file that does not load': {
    files: { 'test/a.js': passing, 'test/b.js': "require('./nope');\n" },
    is: 'diagnostic, partial, 1',
    at: ['test/b.js:1'],
  },
  'a file with a syntax error': {
    files: { 'test/a.mjs': 'const = 1;\n' },
    is: 'diagnostic, partial, 1',
    at: ['test/a.mjs:'],
  },
  'no test': { files: {}, is: 'unknown, none, EMPTY_SCOPE, 0' },
  'a bad flag': {
    files: { 'test/a.js': passing },
    plan: { args: ['--config', 'nope.json'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
};

describeRealEnds({ engine: mocha, program: async () => nodeScript('mocha/bin/mocha.js'), ends });
