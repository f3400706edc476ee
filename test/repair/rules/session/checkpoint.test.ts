import { expect, it } from 'vitest';
import { isCheckpointDue } from '#repair/rules/session/checkpoint.ts';

const rule = { everyTasks: 3, everyMs: 1_000 };

it.each<[accepted: number, passed: number, due: boolean]>([
  [0, 1_000_000, false],
  [1, 999, false],
  [1, 1_000, true],
  [2, 0, false],
  [3, 0, true],
  [4, 0, true],
])('after %i accepted changes and %i ms: %s', (accepted, passed, due) => {
  expect(isCheckpointDue(rule, { accepted, lastAt: 5_000 }, 5_000 + passed)).toBe(due);
});
