import { vitestCoverage } from '#engines/vitest-coverage/engine.ts';
import { describeRealEnds, nodeScript, type RealEnd } from '../real-ends.ts';

const half = 'export function half(n) {\n  return n % 2 ? null : n / 2;\n}\n';
const testing = (body: string): Readonly<Record<string, string>> => ({
  'package.json': '{"type":"module"}',
  'half.js': half,
  'half.test.js': `import { half } from './half.js';\nit('halves', () => ${body});\n`,
});
const plan = { args: ['--globals'] };

const ends: Readonly<Record<string, RealEnd>> = {
  'all tests pass': { files: testing('expect(half(4)).toBe(2)'), plan, is: 'success, 0' },
  'a test fails': { files: testing('expect(half(4)).toBe(3)'), plan, is: 'success, partial, 0' },
  'a configuration that is missing': {
    files: testing('half(4)'),
    plan: { config: { path: 'nope.ts', source: 'config' } },
    is: 'tool_failure, none, CRASHED, 0',
  },
};

const program = async () => nodeScript('vitest/vitest.mjs');
describeRealEnds({ engine: vitestCoverage, program, ends });
