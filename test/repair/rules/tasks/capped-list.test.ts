import { expect, it } from 'vitest';
import { cappedList } from '#repair/rules/tasks/capped-list.ts';

const more = (left: number) => `and ${left} more`;

it('a list holds whole lines, and tells how many it leaves out', () => {
  expect(cappedList([], more)).toBe('');
  expect(cappedList(['- a', '- b'], more)).toBe('- a\n- b');
  const long = Array.from({ length: 50 }, () => 'x'.repeat(999));
  const lines = cappedList(long, more).split('\n');
  expect(lines.slice(0, -1)).toEqual(long.slice(0, 40));
  expect(lines.at(-1)).toBe('and 10 more');
});
