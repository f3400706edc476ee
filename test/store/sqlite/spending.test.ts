import { describe, expect, it } from 'vitest';
import { createSqliteSpending } from '#store/sqlite/spending.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createIds } from '#platform/system/ids.ts';
import { spendingContract } from '../../contracts/spending/contract.ts';
import { accounts, expiryMs, limits, reserved } from '../../contracts/spending/subject.ts';
import { type ManualClock, createManualClock } from '../../support/manual-clock.ts';
import { startScript } from './scripts.ts';
import { freshPath, openStores } from './stores.ts';

spendingContract('spending on SQLite', {
  open: async () => {
    const path = await freshPath();
    const clock = createManualClock();
    const openOne = async () => ({ clock, spending: await openSpending(path, clock) });
    return {
      store: await openOne(),
      reopen: openOne,
      settle: async () => undefined,
      close: async () => undefined,
    };
  },
});

describe('spending of several processes on one file', () => {
  it('never exceeds a limit, at no moment', async () => {
    const path = await freshPath();
    const spending = await openSpending(path, createManualClock(Date.now()));
    const limit = 1_000;
    const scripts = Array.from({ length: 4 }, (_, number) =>
      startScript('spend.ts', path, `process-${number}`, String(limit)),
    );
    let most = 0;
    const all = Promise.all(scripts.map(({ output }) => output));
    const ended = all.then(() => true);
    while (!(await Promise.race([ended, systemClock.sleep(2)]))) {
      const { month } = await spending.balance(accounts);
      most = Math.max(most, month.spent + month.reserved);
    }
    const told = (await all).flat().map(Number);
    const { month } = await spending.balance(accounts);
    expect(most).toBeLessThanOrEqual(limit);
    expect(month).toMatchObject({ spent: told.reduce((sum, one) => sum + one, 0), reserved: 0 });
    expect(month.spent).toBeGreaterThan(limit - 10);
    expect(told).toHaveLength(scripts.length);
  });

  it('is not held for ever by one that was killed', async () => {
    const path = await freshPath();
    const clock = createManualClock(Date.now());
    const spending = await openSpending(path, clock);
    const script = startScript('spend.ts', path, 'hold', '100');
    await script.printed('held');
    script.kill();
    await script.ended;
    expect((await spending.balance(accounts)).month).toMatchObject({ spent: 0, reserved: 10 });
    clock.advance(2 * 3_600_000);
    expect((await spending.balance(accounts)).month).toMatchObject({ spent: 10, reserved: 0 });
  });
});

describe('the statements of spending', () => {
  it('find what they need by seeks alone, however long the ledger is', async () => {
    const path = await freshPath();
    const statements = new Set<string>();
    const { database } = await openStores(path, (sql) => statements.add(sql));
    statements.clear();
    const clock = createManualClock();
    const spending = createSqliteSpending(
      { database, clock, ids: createIds({ clock }) },
      { limits, expiryMs },
    );
    await reserved(spending, 10);
    clock.advance(expiryMs);
    await spending.settle(await reserved(spending, 10), 5);
    const work = [...statements].filter((sql) => !/^(BEGIN|COMMIT)/.test(sql));
    expect(work.length).toBeGreaterThan(5);
    for (const sql of work) {
      const plan = database.all(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => String(detail));
      expect({ sql, scans: plan.filter((step) => step.startsWith('SCAN')) }).toEqual({
        sql,
        scans: [],
      });
    }
  });
});

async function openSpending(path: string, clock: ManualClock) {
  const { database } = await openStores(path);
  return createSqliteSpending({ database, clock, ids: createIds({ clock }) }, { limits, expiryMs });
}
