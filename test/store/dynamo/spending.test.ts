import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDynamoSpending } from '#store/dynamo/spending.ts';
import type { DynamoTable } from '#store/dynamo/table.ts';
import { createIds } from '#platform/system/ids.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import { spendingContract } from '../../contracts/spending/contract.ts';
import { accounts, all, expiryMs, limits, reserved } from '../../contracts/spending/subject.ts';
import { type DynamoEndpoint, freshTable, startDynamo } from '../../support/dynamo.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { atEveryPoint, survives } from '../../support/stop-point.ts';
import { stoppingTable } from '../../support/stopping-dynamo.ts';
import { faultyTable, faults } from './faulty-table.ts';

let endpoint: DynamoEndpoint;
beforeAll(async () => {
  endpoint = await startDynamo();
});
afterAll(() => endpoint.close());

spendingContract('spending on DynamoDB', {
  open: async () => {
    const table = await freshTable(endpoint);
    const clock = createManualClock();
    const openOne = async () => ({ clock, spending: spendingOn(table, clock) });
    return {
      store: await openOne(),
      reopen: openOne,
      settle: async () => undefined,
      close: async () => undefined,
    };
  },
});

describe('a process that dies while it spends', () => {
  it('has reserved in all budgets, or what it held is booked when its time is over', async () => {
    const points = await atEveryPoint(async (point) => {
      const table = await freshTable(endpoint);
      const clock = createManualClock();
      const dying = spendingOn(stoppingTable(endpoint, table.name, point), clock);
      const sound = spendingOn(table, clock);
      await survives(() => dying.reserve(accounts, 30));
      const before = await sound.balance(accounts);
      for (const { spent, reserved: held } of Object.values(before)) {
        expect(spent).toBe(0);
        expect([0, 30]).toContain(held);
      }
      clock.advance(expiryMs);
      const after = await sound.balance(accounts);
      for (const budget of ['attempt', 'pullRequest', 'month'] as const) {
        expect(after[budget]).toMatchObject({ spent: before[budget].reserved, reserved: 0 });
      }
    });
    expect(points, 'before and after three writes').toBe(6);
  });

  it('settles the rest when it is repeated', async () => {
    await atEveryPoint(async (point) => {
      const table = await freshTable(endpoint);
      const clock = createManualClock();
      const sound = spendingOn(table, clock);
      const id = await reserved(sound, 30);
      await survives(() =>
        spendingOn(stoppingTable(endpoint, table.name, point), clock).settle(id, 7),
      );
      await sound.settle(id, 7);
      expect(await sound.balance(accounts)).toEqual(all(7, 0));
    });
  });

  it('never leaves more than there is when a refusal could not be undone', async () => {
    await atEveryPoint(async (point) => {
      const table = await freshTable(endpoint);
      const clock = createManualClock();
      const sound = spendingOn(table, clock);
      await reserved(sound, 100);
      await reserved(sound, 40, { ...accounts, attempt: 'b' });
      const third = { ...accounts, attempt: 'c' };
      const dying = spendingOn(stoppingTable(endpoint, table.name, point), clock);
      await survives(() => dying.reserve(third, 20));
      const { pullRequest } = await sound.balance(third);
      expect(pullRequest.reserved).toBe(140);
    });
  });
});

describe.each(Object.entries(faults))('when a write of spending meets: %s', (_name, fault) => {
  it('an amount is reserved once and settled once', async () => {
    for (const budget of ['attempt', 'pullRequest', 'month']) {
      const table = await freshTable(endpoint);
      const clock = createManualClock();
      const target = new RegExp(`UpdateItem .*SPEND#${budget}`);
      const reserving = spendingOn(await faultyTable(endpoint, { table, target, fault }), clock);
      // Whatever else fits only if nothing is counted twice.
      const id = await reserved(reserving, 60);
      expect(await spendingOn(table, clock).balance(accounts)).toEqual(all(0, 60));
      const settling = spendingOn(await faultyTable(endpoint, { table, target, fault }), clock);
      await settling.settle(id, 25);
      expect(await spendingOn(table, clock).balance(accounts)).toEqual(all(25, 0));
    }
  });
});

describe('the account of a pull request', () => {
  it('has so many holds at once, so that no item outgrows its store, and room again after each', async () => {
    const clock = createManualClock();
    const spending = spendingOn(await freshTable(endpoint), clock);
    const ids: string[] = [];
    for (let held = 0; held < 64; held += 1) {
      ids.push(await reserved(spending, 0, { ...accounts, attempt: `a${held % 3}` }));
    }
    const one = { ...accounts, attempt: 'b' };
    const full = { kind: 'held', budget: 'pullRequest' };
    expect(await spending.reserve(one, 0)).toEqual(full);
    const [first = ''] = ids;
    await spending.settle(first, 0);
    await spending.settle(first, 0);
    await reserved(spending, 0, one);
    expect(await spending.reserve(one, 0), 'one was settled').toEqual(full);
    expect(await spending.reserve({ ...one, pullRequest: 'q' }, 0)).toMatchObject({
      kind: 'reserved',
    });
    clock.advance(expiryMs);
    await spending.balance(accounts);
    await reserved(spending, 0);
  });
});

describe('the id of a reservation', () => {
  it('settles nothing where it was changed', async () => {
    const spending = spendingOn(await freshTable(endpoint), createManualClock());
    const id = await reserved(spending, 60);
    const made: unknown = JSON.parse(Buffer.from(id, 'base64url').toString());
    const bold = { ...Object(made), amount: 90 };
    await spending.settle(Buffer.from(JSON.stringify(bold)).toString('base64url'), 1);
    await spending.settle(Buffer.from('null').toString('base64url'), 1);
    expect(await spending.balance(accounts)).toEqual(all(0, 60));
  });
});

function spendingOn(table: DynamoTable, clock: TimeSource): Spending {
  return createDynamoSpending({ table, clock, ids: createIds({ clock }) }, { limits, expiryMs });
}
