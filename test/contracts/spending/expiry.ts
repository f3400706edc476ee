import { expect } from 'vitest';
import type { Promises } from '../contract.ts';
import { type Subject, accounts, all, expiryMs, otherAttempt, reserved } from './subject.ts';

export const expiry: Promises<Subject> = {
  'a reservation holds until its time, then it is booked in full': async ({
    store: { spending, clock },
  }) => {
    await reserved(spending, 60);
    clock.advance(expiryMs - 1);
    expect(await spending.balance(accounts)).toEqual(all(0, 60));
    clock.advance(1);
    expect(await spending.balance(accounts)).toEqual(all(60, 0));
  },

  'settling too late changes nothing': async ({ store: { spending, clock } }) => {
    const id = await reserved(spending, 60);
    clock.advance(expiryMs);
    await spending.settle(id, 5);
    expect(await spending.balance(accounts)).toEqual(all(60, 0));
  },

  'whoever waits for the dead is told that their money is spent': async ({
    store: { spending, clock },
  }) => {
    await reserved(spending, 100);
    await reserved(spending, 30, otherAttempt);
    expect(await spending.reserve(otherAttempt, 30)).toEqual({
      kind: 'held',
      budget: 'pullRequest',
    });
    clock.advance(expiryMs);
    expect(await spending.reserve(otherAttempt, 30)).toEqual({
      kind: 'spent',
      budget: 'pullRequest',
    });
    expect(await spending.reserve(otherAttempt, 20)).toMatchObject({ kind: 'reserved' });
  },

  'each has its own time': async ({ store: { spending, clock } }) => {
    await reserved(spending, 10);
    clock.advance(expiryMs / 2);
    const later = await reserved(spending, 20);
    clock.advance(expiryMs / 2);
    expect(await spending.balance(accounts)).toEqual(all(10, 20));
    await spending.settle(later, 1);
    expect(await spending.balance(accounts)).toEqual(all(11, 0));
  },
};
