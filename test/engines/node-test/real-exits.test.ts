import { nodeTest } from '#engines/node-test/engine.ts';
import { describeRealEnds, type RealEnd } from '../real-ends.ts';

const start = "import { before, describe, it } from 'node:test';\n";
const passing = `${start}it('a', () => {});\n`;
const failing = `${start}it('a', () => {\n  throw new Error('no');\n});\n`;

const ends: Readonly<Record<string, RealEnd>> = {
  'all tests pass': { files: { 'a.test.mjs': passing, 'b.test.mjs': '' }, is: 'success, 0' },
  'tests fail': {
    files: {
      'a.test.mjs': failing,
      'b.test.mjs': `${failing}it('b', { todo: true }, () => {});\n`,
    },
    is: 'diagnostic, 2',
    at: ['a.test.mjs:3', 'b.test.mjs:3'],
  },
  'a hook fails': {
    files: {
      'a.test.mjs': `${start}describe('s', () => {\n  before(() => {\n    throw new Error('no');\n  });\n  it('a', () => {});\n});\n`,
    },
    is: 'diagnostic, partial, 1',
    at: ['a.test.mjs:4'],
  },
  'a file that does not load': {
    files: { 'a.test.mjs': passing, 'b.test.mjs': "import './nope.mjs';\n" },
    is: 'diagnostic, partial, 1',
  },
  'a path that is missing': {
    files: { 'a.test.mjs': passing },
    plan: { scope: ['nope.test.mjs'] },
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a bad flag': {
    files: { 'a.test.mjs': passing },
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
};

// Only versions before 20 have no reporters.
const unseen = ['too-old'];

describeRealEnds({ engine: nodeTest, program: async () => [process.execPath], ends, unseen });
