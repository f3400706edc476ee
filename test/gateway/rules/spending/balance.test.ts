import { describe, expect, it } from 'vitest';
import { roomFor, withReserved, withSettled } from '#gateway/rules/spending/balance.ts';

const empty = { limit: 100, spent: 0, reserved: 0 };

describe('roomFor', () => {
  it('tells what fits from what must wait and from what never fits', () => {
    const half = withReserved(empty, 50);
    expect(roomFor(half, 50)).toBe('free');
    expect(roomFor(half, 51)).toBe('held');
    expect(roomFor(empty, 101)).toBe('spent');
    expect(roomFor(withSettled(half, 50, 60), 41)).toBe('spent');
  });
});

describe('withSettled', () => {
  it('gives back what was reserved and books what it came to', () => {
    expect(withSettled(withReserved(empty, 50), 50, 20)).toEqual({ ...empty, spent: 20 });
    expect(withSettled(withReserved(empty, 50), 50, 70)).toEqual({ ...empty, spent: 70 });
  });
});
