import { systemClock } from '#platform/system/clock.ts';
import { createIds } from '#platform/system/ids.ts';
import { createSqliteSpending } from '#store/sqlite/spending.ts';
import type { EachBudget } from '#gateway/rules/spending/budgets.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import { freshStores } from '../store/sqlite/stores.ts';

/** The spending of one machine, with nothing spent yet. */
export async function openSpending(limits: EachBudget<number>): Promise<Spending> {
  const { database } = await freshStores();
  const ids = createIds({ clock: systemClock });
  return createSqliteSpending({ database, clock: systemClock, ids }, { limits });
}
