import { expect } from 'vitest';
import type { Promises } from '../contract.ts';
import { type Subject, accounts, all, reserved } from './subject.ts';

export const settling: Promises<Subject> = {
  'what was set aside becomes what it came to': async ({ store: { spending } }) => {
    const id = await reserved(spending, 60);
    expect(await spending.balance(accounts)).toEqual(all(0, 60));
    await spending.settle(id, 25);
    expect(await spending.balance(accounts)).toEqual(all(25, 0));
  },

  'a second time changes nothing': async ({ store: { spending }, reopen }) => {
    const first = await reserved(spending, 60);
    await reserved(spending, 20);
    await spending.settle(first, 25);
    await spending.settle(first, 60);
    await (await reopen()).spending.settle(first, 60);
    expect(await spending.balance(accounts)).toEqual(all(25, 20));
  },

  'what came to more is booked as it is': async ({ store: { spending } }) => {
    await spending.settle(await reserved(spending, 60), 170);
    expect(await spending.balance(accounts)).toEqual(all(170, 0));
    expect(await spending.reserve(accounts, 0)).toEqual({ kind: 'spent', budget: 'attempt' });
  },

  'an id that nobody was given changes nothing': async ({ store: { spending } }) => {
    await reserved(spending, 60);
    await spending.settle('nobody was given this', 10);
    expect(await spending.balance(accounts)).toEqual(all(0, 60));
  },

  'another writer sees and settles the same': async ({ store: { spending }, reopen }) => {
    const other = await reopen();
    const id = await reserved(spending, 60);
    expect(await other.spending.balance(accounts)).toEqual(all(0, 60));
    await other.spending.settle(id, 5);
    expect(await spending.balance(accounts)).toEqual(all(5, 0));
  },
};
