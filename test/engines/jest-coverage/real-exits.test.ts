import { jestCoverage } from '#engines/jest-coverage/engine.ts';
import { describeRealEnds, nodeScript, type RealEnd } from '../real-ends.ts';

const testing = (body: string): Readonly<Record<string, string>> => ({
  'package.json': '{"jest":{"maxWorkers":1,"coverageThreshold":{"global":{"lines":100}}}}',
  'half.js': 'exports.half = (n) => {\n  if (n % 2) return null;\n  return n / 2;\n};\n',
  'half.test.js': `const { half } = require('./half');\ntest('halves', () => ${body});\n`,
});

const ends: Readonly<Record<string, RealEnd>> = {
  'all tests pass, below a threshold': {
    files: testing('expect(half(4)).toBe(2)'),
    is: 'success, 0',
  },
  'a test fails': { files: testing('expect(half(4)).toBe(3)'), is: 'success, partial, 0' },
  'a configuration that is missing': {
    files: testing('half(4)'),
    plan: { config: { path: 'nope.json', source: 'config' } },
    is: 'tool_failure, none, CRASHED, 0',
  },
};

const program = async () => nodeScript('jest/bin/jest.js');
describeRealEnds({ engine: jestCoverage, program, ends });
