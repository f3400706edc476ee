import { expect, it } from 'vitest';
import { jestCoverage } from '#engines/jest-coverage/engine.ts';
import { recorded } from '../recorded.ts';

it('reads what was reached, and which lines were not', () => {
  const text = recorded('jest-coverage/v30-half.json');
  const output = { stdout: '', stderr: '', reports: new Map([['coverage', text]]), cwd: '/repo' };
  const { facts, coverage } = jestCoverage.parse(output);
  expect(coverage).toEqual([{ path: '/repo/half.js', covered: 4, total: 6, uncovered: [3] }]);
  expect(facts).toMatchObject({ state: 'valid', findings: 0, analysed: 1, verdict: null });
});
