import { expect } from 'vitest';
import type { Promises } from '../contract.ts';
import { type Subject, accounts, all, otherAttempt, reserved } from './subject.ts';

export const rooms: Promises<Subject> = {
  'nothing is spent at first': async ({ store: { spending } }) => {
    expect(await spending.balance(accounts)).toEqual(all(0, 0));
  },

  'a budget can be used up to its limit, and no further': async ({ store: { spending } }) => {
    expect(await spending.reserve(accounts, 101)).toEqual({ kind: 'spent', budget: 'attempt' });
    expect(await spending.reserve(accounts, 100)).toMatchObject({ kind: 'reserved' });
    expect(await spending.reserve(accounts, 1)).toEqual({ kind: 'held', budget: 'attempt' });
    expect(await spending.reserve(accounts, 0)).toMatchObject({ kind: 'reserved' });
  },

  'what is refused takes nothing from any budget': async ({ store: { spending } }) => {
    await reserved(spending, 100);
    const short = { kind: 'held', budget: 'pullRequest' };
    expect(await spending.reserve(otherAttempt, 51)).toEqual(short);
    expect(await spending.balance(otherAttempt)).toMatchObject({
      attempt: { spent: 0, reserved: 0 },
      pullRequest: { spent: 0, reserved: 100 },
      month: { spent: 0, reserved: 100 },
    });
    expect(await spending.reserve(otherAttempt, 50)).toMatchObject({ kind: 'reserved' });
  },

  'every budget binds, whichever is the shortest': async ({ store: { spending } }) => {
    await reserved(spending, 100);
    const elsewhere = { attempt: 'c', pullRequest: 'q', month: accounts.month };
    expect(await spending.reserve(elsewhere, 101)).toEqual({ kind: 'spent', budget: 'attempt' });
    await reserved(spending, 60, elsewhere);
    const third = { ...elsewhere, attempt: 'd' };
    expect(await spending.reserve(third, 41)).toEqual({ kind: 'held', budget: 'month' });
    expect(await spending.reserve({ ...third, month: '2026-12' }, 41)).toMatchObject({
      kind: 'reserved',
    });
  },

  'spent goes before held, since waiting will not help': async ({ store: { spending } }) => {
    await spending.settle(await reserved(spending, 100), 100);
    await reserved(spending, 50, otherAttempt);
    const third = { ...otherAttempt, attempt: 'c' };
    expect(await spending.reserve(third, 20)).toEqual({ kind: 'held', budget: 'pullRequest' });
    expect(await spending.reserve(third, 51)).toEqual({ kind: 'spent', budget: 'pullRequest' });
    expect(await spending.reserve({ ...third, attempt: 'a' }, 20)).toEqual({
      kind: 'spent',
      budget: 'attempt',
    });
  },

  'accounts of one name in two budgets are two': async ({ store: { spending } }) => {
    const alike = { attempt: 'x', pullRequest: 'x', month: 'x' };
    await reserved(spending, 10, alike);
    expect(await spending.balance(alike)).toEqual(all(0, 10));
  },
};
