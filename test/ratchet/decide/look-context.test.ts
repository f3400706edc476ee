import { expect, it } from 'vitest';
import { createSqliteSpending } from '#store/sqlite/spending.ts';
import { monthAccount } from '#ratchet/month-account.ts';
import { readLookContext } from '#ratchet/decide/look-context.ts';
import { freshStores } from '../../store/sqlite/stores.ts';
import { anObservation, aWorkspaceState } from '../../support/samples.ts';
import { decideGround } from './ground.ts';

/** Whether the budget of the month counts as spent, where so much of it may be and was. */
async function isMonthSpent(limit: number, spent: number): Promise<boolean> {
  const { deps } = await decideGround();
  const { clock, ids } = deps;
  const { database } = await freshStores();
  const limits = { attempt: 1_000_000, pullRequest: 5_000_000, month: limit };
  const spending = createSqliteSpending({ database, clock, ids }, { limits });
  if (spent > 0) {
    const month = monthAccount(clock.now());
    const reserved = await spending.reserve({ attempt: 'a', pullRequest: 'p', month }, spent);
    if (reserved.kind !== 'reserved') throw new Error('There was no room');
    await spending.settle(reserved.id, spent);
  }
  const observation = anObservation();
  const state = { ...aWorkspaceState({ observation }), observation };
  const { monthSpent } = await readLookContext({ ...deps, spending }, state, {
    now: clock.now(),
    configProblem: undefined,
  });
  return monthSpent;
}

it('takes a budget of nothing for one that forbids paid agents, and not all repair', async () => {
  expect(await isMonthSpent(0, 0)).toBe(false);
  expect(await isMonthSpent(2, 1)).toBe(false);
  expect(await isMonthSpent(1, 1)).toBe(true);
});
