import { describe, expect, it } from 'vitest';
import {
  findExhausted,
  forEachBudget,
  leftInBudgets,
  findShortage,
} from '#gateway/rules/spending/budgets.ts';

const free = { limit: 10, spent: 0, reserved: 0 };
const held = { limit: 10, spent: 0, reserved: 8 };
const spent = { limit: 10, spent: 8, reserved: 0 };

describe('shortageIn', () => {
  it.each([
    ['nothing where all have room', { attempt: free, pullRequest: free, month: free }, undefined],
    [
      'the narrowest of those that are held',
      { attempt: free, pullRequest: held, month: held },
      { kind: 'held', budget: 'pullRequest' },
    ],
    [
      'one that is spent before any that is held',
      { attempt: held, pullRequest: held, month: spent },
      { kind: 'spent', budget: 'month' },
    ],
  ])('tells %s', (_, balances, expected) => {
    expect(findShortage(balances, 3)).toEqual(expected);
  });
});

describe('forEachBudget', () => {
  it('asks for each by its name', () => {
    const names = { attempt: 'attempt', pullRequest: 'pullRequest', month: 'month' };
    expect(forEachBudget((budget) => budget)).toEqual(names);
  });
});

describe('leftIn', () => {
  it('is what the shortest budget pays, now and once others have settled', () => {
    const balances = { attempt: free, pullRequest: held, month: spent };
    expect(leftInBudgets(balances)).toEqual({ now: 2, atMost: 2 });
    expect(leftInBudgets({ attempt: free, pullRequest: held, month: free })).toEqual({
      now: 2,
      atMost: 10,
    });
  });
});

describe('exhausted', () => {
  it('names a budget that is used up, or was never there', () => {
    const all = { attempt: free, pullRequest: held, month: spent };
    expect(findExhausted(all)).toBeUndefined();
    expect(findExhausted({ ...all, month: { ...spent, spent: 12 } })).toBe('month');
    expect(findExhausted({ ...all, attempt: { limit: 0, spent: 0, reserved: 0 } })).toBe('attempt');
  });
});
