import { expect, it } from 'vitest';
import { nameFirst } from '#base/words.ts';

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a, b'],
  [['a', 'b', 'c'], 'a, b and 1 more'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b and 3 more'],
])('names the first of %j and counts the others', (names, text) => {
  expect(nameFirst(names, 2)).toBe(text);
});
