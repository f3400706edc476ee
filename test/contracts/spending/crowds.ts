import { expect } from 'vitest';
import type { Promises } from '../contract.ts';
import { type Subject, accounts, limits } from './subject.ts';

export const crowds: Promises<Subject> = {
  'reservers at the same moment never get more than there is': async ({ store, reopen }) => {
    const writers = [store, await reopen(), await reopen()];
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, async (_, number) => {
        const { spending } = writers[number % writers.length] ?? store;
        const attempt = `crowd-${number % 5}`;
        return spending.reserve({ ...accounts, attempt }, 10);
      }),
    );
    const got = outcomes.filter(({ kind }) => kind === 'reserved');
    expect(got).toHaveLength(limits.pullRequest / 10);
    expect(await store.spending.balance(accounts)).toMatchObject({
      pullRequest: { spent: 0, reserved: limits.pullRequest },
      month: { spent: 0, reserved: limits.pullRequest },
    });
  },

  'settlers at the same moment book once': async ({ store, reopen }) => {
    const writers = [store, await reopen(), await reopen()];
    const outcome = await store.spending.reserve(accounts, 50);
    const id = outcome.kind === 'reserved' ? outcome.id : '';
    await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        (writers[number % writers.length] ?? store).spending.settle(id, 7),
      ),
    );
    expect(await store.spending.balance(accounts)).toMatchObject({
      month: { spent: 7, reserved: 0 },
    });
  },
};
