import { expect, it } from 'vitest';
import { spread } from './flows-spread.ts';

it('spreads some evenly among the others, and ends with others', () => {
  expect(spread(['A', 'B'], ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']).join('')).toBe('AabcBdefgh');
  expect(spread(['A', 'B', 'C'], ['a']).join('')).toBe('ABCa');
  expect(spread([], ['a', 'b']).join('')).toBe('ab');
});
