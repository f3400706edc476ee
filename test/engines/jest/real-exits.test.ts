import { jest } from '#engines/jest/engine.ts';
import { describeRealEnds, nodeScript, type RealEnd } from '../real-ends.ts';

const config = { 'package.json': '{"jest":{"maxWorkers":1}}' };
const passing = "test('a', () => expect(1).toBe(1));\n";
const failing = "test('a', () => {\n  expect(1).toBe(2);\n});\n";
const refused = 'tool_failure, none, CONFIG_INVALID, 0';

const ends: Readonly<Record<string, RealEnd>> = {
  'all tests pass': { files: { ...config, 'a.test.js': passing }, is: 'success, 0' },
  'a test fails beside a file that does not load': {
    files: { ...config, 'a.test.js': failing, 'b.test.js': "require('./nope');\n" },
    is: 'diagnostic, partial, 2',
    at: ['a.test.js:2', 'b.test.js:1'],
  },
  'a snapshot that is not there is not written': {
    files: { ...config, 'a.test.js': "test('a', () => expect(1).toMatchSnapshot());\n" },
    is: 'diagnostic, 1',
  },
  'no test': { files: config, is: 'unknown, none, EMPTY_SCOPE, 0' },
  'tests of one source file': {
    files: {
      ...config,
      'a.js': 'exports.a = 1;\n',
      'a.test.js': `require('./a');\n${failing}`,
      'b.test.js': failing,
    },
    plan: { scope: ['a.js'] },
    is: 'diagnostic, 1',
    at: ['a.test.js:3'],
  },
  'a configuration that is missing': {
    files: { ...config, 'a.test.js': passing },
    plan: { config: { path: 'nope.json', source: 'config' } },
    is: refused,
  },
  'a test that ends the process': {
    files: { ...config, 'a.test.js': "test('a', () => process.exit(0));\n" },
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
};

describeRealEnds({ engine: jest, program: async () => nodeScript('jest/bin/jest.js'), ends });
