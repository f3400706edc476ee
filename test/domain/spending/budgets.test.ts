import { describe, expect, it } from 'vitest';
import { forEachBudget, shortageIn } from '#domain/spending/budgets.ts';

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
    expect(shortageIn(balances, 3)).toEqual(expected);
  });
});

describe('forEachBudget', () => {
  it('asks for each by its name', () => {
    const names = { attempt: 'attempt', pullRequest: 'pullRequest', month: 'month' };
    expect(forEachBudget((budget) => budget)).toEqual(names);
  });
});
