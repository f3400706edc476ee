import { expect, it } from 'vitest';
import { vitestCoverage } from '#engines/vitest-coverage/engine.ts';
import { recorded } from '../recorded.ts';

it('reads what was reached, and which lines were not', () => {
  const text = recorded('vitest-coverage/v5-half.json');
  const output = { stdout: '', stderr: '', reports: new Map([['coverage', text]]), cwd: '/repo' };
  const { facts, coverage } = vitestCoverage.parse(output);
  expect(coverage).toEqual([{ path: '/repo/half.js', covered: 3, total: 5, uncovered: [3] }]);
  expect(facts).toMatchObject({ state: 'valid', findings: 0, analysed: 1, verdict: null });
});
