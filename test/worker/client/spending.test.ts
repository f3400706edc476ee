import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBrokerSpending } from '#worker/client/stores.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { createSqliteSpending } from '#store/sqlite/spending.ts';
import { createIds } from '#platform/system/ids.ts';
import { systemSeals } from '#platform/system/seals.ts';
import type { RunId } from '#model/ids.ts';
import type { Run } from '#model/run.ts';
import { gatewayText } from '#repair/rules/session/capability.ts';
import type { EachBudget } from '#gateway/rules/spending/budgets.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import { registerContract } from '../../contracts/contract.ts';
import { crowds } from '../../contracts/spending/crowds.ts';
import { expiry } from '../../contracts/spending/expiry.ts';
import { rooms } from '../../contracts/spending/rooms.ts';
import { settling } from '../../contracts/spending/settling.ts';
import { accounts, expiryMs, limits, reserved } from '../../contracts/spending/subject.ts';
import { brokerKey, secretOf, setUpBroker, workspaceOf } from '../../support/broker.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { aRun, runId, t0 } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openStores } from '../../store/sqlite/stores.ts';

const own = runId('run-1');
const other = runId('run-2');

const dollars = { attemptUsd: 0.0001, pullRequestUsd: 0.00015, monthUsd: 0.0002 };

async function setUp(config: Run['config'] = { budgets: dollars }) {
  const folder = await tempFolder();
  const stores = await openStores(join(folder, 'state.db'));
  const clock = createManualClock(t0);
  const opened: EachBudget<number>[] = [];
  const ledger = (given: EachBudget<number>): Spending =>
    createSqliteSpending(
      { ...stores, clock, ids: createIds({ clock }) },
      { limits: given, expiryMs },
    );
  const spending = (given: EachBudget<number>): Spending => {
    opened.push(given);
    return ledger(given);
  };
  const artifacts = createFileArtifacts({ root: folder });
  const { plant, client } = await setUpBroker({ ...stores, artifacts, clock, spending });
  for (const id of [own, other]) {
    await plant(id, 'running');
    await stores.runs.createRun(aRun({ id, config }));
  }
  const open = (id = own, shown?: string) => createBrokerSpending(client(secretOf(id)), shown);
  return { ...stores, clock, opened, open, ledger, credential: credentialOf };
}

function credentialOf(id: RunId): string {
  const text = gatewayText({ workspaceId: workspaceOf(id), runId: id });
  return systemSeals.make(text, brokerKey);
}

// Who pays beside the attempt is decided behind the broker, so nothing there can be had of other accounts,
// what nobody was given is refused aloud, and what came to more is booked within reason.
const { 'every budget binds, whichever is the shortest': _one, ...ownRooms } = rooms;
const {
  'an id that nobody was given changes nothing': _two,
  'what came to more is booked as it is': _three,
  ...ownSettling
} = settling;

registerContract(
  'spending through the broker',
  {
    open: async () => {
      const { clock, open } = await setUp();
      const reopen = async () => ({ clock, spending: ofAttempts(open()) });
      const rest = { settle: async () => undefined, close: async () => undefined };
      return { store: await reopen(), reopen, ...rest };
    },
  },
  { rooms: ownRooms, settling: ownSettling, expiry, crowds },
);

describe('spending of a worker', () => {
  it('is within the budgets of the settings of its run, and within what the run has left', async () => {
    const { open, opened } = await setUp();
    await open().balance({ ...accounts, attempt: 'run-1/task-1/1' });
    expect(opened).toEqual([limits]);
    const rich = { budgets: { attemptUsd: 3, pullRequestUsd: 4, monthUsd: 5 } };
    const richer = await setUp(rich);
    await richer.open().balance({ ...accounts, attempt: 'run-1/task-1/1' });
    // The brief says that one dollar is left.
    const micros = { attempt: 1_000_000, pullRequest: 4_000_000, month: 5_000_000 };
    expect(richer.opened).toEqual([micros]);
  });

  it('is paid by the pull request and the month of the run, whatever the worker names', async () => {
    const { open, ledger } = await setUp();
    const attempt = 'run-1/task-1/1';
    await open().reserve({ attempt, pullRequest: 'rich', month: '2099-01' }, 30);
    const payers = { attempt, pullRequest: workspaceOf(own), month: '2027-01' };
    const all = await ledger(limits).balance(payers);
    expect(Object.values(all).map((one) => one.reserved)).toEqual([30, 30, 30]);
  });

  it('takes from no attempt of another run', async () => {
    const { open } = await setUp();
    for (const attempt of ['run-2/task-1/1', 'run-10/task-1/1', 'run-1', '']) {
      await expect(open().reserve({ ...accounts, attempt }, 1)).rejects.toThrow(/409/);
      await expect(open().balance({ ...accounts, attempt })).rejects.toThrow(/409/);
    }
  });

  it('is booked in full where the gateway of the run says it, at each account that pays', async () => {
    const { open, ledger, credential } = await setUp();
    const attempt = 'run-1/task-1/1';
    const payers = { attempt, pullRequest: workspaceOf(own), month: '2027-01' };
    const gateway = open(own, credential(own));
    await gateway.settle(await reserved(gateway, 10, payers), 9_000);
    const all = await ledger(limits).balance(payers);
    expect(Object.values(all).map(({ spent }) => spent)).toEqual([9_000, 9_000, 9_000]);
    // Each run of each pull request that draws on an overdrawn account is refused from now on.
    const elsewhere = { ...payers, attempt: 'run-2/task-1/1', pullRequest: workspaceOf(other) };
    expect(await open(other).reserve(elsewhere, 1)).toEqual({ kind: 'spent', budget: 'month' });
  });

  it('is not believed where the gateway of another run would say it, or nobody', async () => {
    const { open, ledger, credential } = await setUp();
    const attempt = 'run-1/task-1/1';
    const payers = { attempt, pullRequest: workspaceOf(own), month: '2027-01' };
    for (const forged of [credential(other), secretOf(own), '', 'x'.repeat(43)]) {
      const forger = open(own, forged);
      await forger.settle(await reserved(forger, 10, payers), 1e12);
    }
    expect((await ledger(limits).balance(payers)).month.spent).toBe(80);
  });

  it('comes to no more than twice what was set aside, so no worker empties the account of all', async () => {
    const { open, ledger } = await setUp();
    const attempt = 'run-1/task-1/1';
    const payers = { attempt, pullRequest: workspaceOf(own), month: '2027-01' };
    const spent = async () => (await ledger(limits).balance(payers)).month.spent;
    await open().settle(await reserved(open(), 10, payers), 15);
    expect(await spent()).toBe(15);
    await open().settle(await reserved(open(), 0, payers), 1e12);
    expect(await spent()).toBe(15);
    await open().settle(await reserved(open(), 10, payers), 1e12);
    expect(await spent()).toBe(35);
  });

  it('settles what was reserved for its own run alone', async () => {
    const { open, ledger } = await setUp();
    const attempt = 'run-2/task-1/1';
    const id = await reserved(open(other), 60, { ...accounts, attempt });
    const forged = [id, id.slice(0, id.lastIndexOf('.')), `${id}x`, `x${id}`, '', '.'];
    for (const one of forged) await expect(open().settle(one, 0)).rejects.toThrow(/409/);
    const payers = { attempt, pullRequest: workspaceOf(other), month: '2027-01' };
    expect((await ledger(limits).balance(payers)).month).toMatchObject({ spent: 0, reserved: 60 });
    await open(other).settle(id, 5);
    expect((await ledger(limits).balance(payers)).month).toMatchObject({ spent: 5, reserved: 0 });
  });
});

/** The attempts of the contract as attempts of the run. */
function ofAttempts(spending: Spending): Spending {
  return {
    reserve: (payers, amount) =>
      spending.reserve({ ...payers, attempt: `${own}/${payers.attempt}` }, amount),
    settle: (id, amount) => spending.settle(id, amount),
    balance: (payers) => spending.balance({ ...payers, attempt: `${own}/${payers.attempt}` }),
  };
}
