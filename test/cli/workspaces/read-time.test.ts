import { expect, it } from 'vitest';
import { readTime } from '../../../lib/cli/workspaces/read-time.ts';

const now = Date.UTC(2027, 0, 15, 8);

it.each([
  ['2027-01-14', Date.UTC(2027, 0, 14) + 999],
  ['2027-01-14 07:30', Date.UTC(2027, 0, 14, 7, 30) + 999],
  ['2027-01-14T07:30:05', Date.UTC(2027, 0, 14, 7, 30, 5) + 999],
  ['2027-01-14T07:30:05Z', Date.UTC(2027, 0, 14, 7, 30, 5) + 999],
  ['2h', now - 7_200_000],
  ['90s', now - 90_000],
])('reads %s', (text, at) => {
  expect(readTime(text, now)).toBe(at);
});

it.each(['', 'noon', '2027', '2027-02-30', '2027-01-14 25:00', '2027-01-14T07:30+01:00', '7'])(
  'refuses %j',
  (text) => {
    expect(readTime(text, now)).toBeUndefined();
  },
);
