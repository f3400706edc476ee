import { expect, it } from 'vitest';
import { timeForWork } from '#repair/rules/session/time-for-work.ts';

const minute = 60_000;

it('keeps a quarter of the time for the proof, and never more than five minutes', () => {
  const cases = [-minute, 0, 4 * minute, 20 * minute, 60 * minute];
  expect(cases.map(timeForWork)).toEqual([0, 0, 3 * minute, 15 * minute, 55 * minute]);
});
