import { describe, expect, it } from 'vitest';
import { judgeAmount, withReserved, withSettled } from '#gateway/rules/spending/balance.ts';

const empty = { limit: 100, spent: 0, reserved: 0 };

describe('roomFor', () => {
  it('tells what fits from what must wait and from what never fits', () => {
    const half = withReserved(empty, 50);
    expect(judgeAmount(half, 50)).toBe('free');
    expect(judgeAmount(half, 51)).toBe('held');
    expect(judgeAmount(empty, 101)).toBe('spent');
    expect(judgeAmount(withSettled(half, 50, 60), 41)).toBe('spent');
  });
});

describe('withSettled', () => {
  it('gives back what was reserved and books what it came to', () => {
    expect(withSettled(withReserved(empty, 50), 50, 20)).toEqual({ ...empty, spent: 20 });
    expect(withSettled(withReserved(empty, 50), 50, 70)).toEqual({ ...empty, spent: 70 });
  });
});
