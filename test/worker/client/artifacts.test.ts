import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBrokerArtifacts } from '#worker/client/stores.ts';
import type { BrokerClient } from '#worker/client/client.ts';
import type { ArtifactGrants, Artifacts } from '#model/needs/artifacts.ts';
import {
  artifactsContract,
  bytesOf,
  factsOf,
  grantsContract,
  keyFor,
} from '../../contracts/artifacts.ts';
import { secretOf, setUpBroker, workspaceOf } from '../../support/broker.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryArtifacts } from '../../support/memory-artifacts.ts';
import { aRun, runId } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openStores } from '../../store/sqlite/stores.ts';

const own = runId('run-1');
const other = runId('run-2');

async function setUp() {
  const folder = await tempFolder();
  const stores = await openStores(join(folder, 'state.db'));
  const clock = createManualClock();
  const kept = createMemoryArtifacts(clock);
  const { plant, client } = await setUpBroker({ ...stores, artifacts: kept, clock });
  for (const id of [own, other]) {
    await plant(id, 'running');
    await stores.runs.createRun(aRun({ id, repoPath: `acme/${id}` }));
  }
  const open = (worker: BrokerClient): ArtifactGrants & Artifacts =>
    createBrokerArtifacts(worker, kept);
  const clients = { [own]: client(secretOf(own)), [other]: client(secretOf(other)) };
  return {
    ...stores,
    kept,
    clock,
    clients,
    artifacts: open(clients[own] ?? raise()),
    open,
  };
}

async function artifactsOfEach() {
  const { clients, kept, clock, open } = await setUp();
  const of = (run: string): ArtifactGrants & Artifacts => open(clients[run] ?? raise());
  const artifacts: ArtifactGrants & Artifacts = {
    put: (key, body) => of(key.runId).put(key, body),
    get: (key) => of(key.runId).get(key),
    describe: (key) => of(key.runId).describe(key),
    presignPut: (key, bytes, expiresInMs) => of(key.runId).presignPut(key, bytes, expiresInMs),
    presignGet: (key, expiresInMs) => of(key.runId).presignGet(key, expiresInMs),
  };
  return { artifacts, transfers: kept, clock };
}

artifactsContract('the broker', artifactsOfEach);
grantsContract('the broker', artifactsOfEach);

describe('artifacts of other runs', () => {
  it('are neither written, read nor described', async () => {
    const { artifacts, kept } = await setUp();
    const foreign = keyFor('report.json', other);
    const refused = /409: run-2 is not the run of this worker/;
    await expect(artifacts.put(foreign, bytesOf('one'))).rejects.toThrow(refused);
    expect(await kept.describe(foreign)).toBeUndefined();
    await kept.put(foreign, bytesOf('one'));
    await expect(artifacts.get(foreign)).rejects.toThrow(refused);
    await expect(artifacts.describe(foreign)).rejects.toThrow(refused);
  });

  it('are read where they are baselines of the same pull request', async () => {
    const { artifacts, kept, runs } = await setUp();
    const sister = runId('run-3');
    await runs.createRun(
      aRun({ id: sister, repoPath: 'acme/run-1', workspaceId: workspaceOf(own) }),
    );
    const cousin = runId('run-4');
    await runs.createRun(aRun({ id: cousin, repoPath: 'acme/run-1' }));
    for (const run of [sister, other, cousin]) {
      for (const name of ['baseline/ruff.json', 'baseline.json', 'baseline/x/y']) {
        await kept.put(keyFor(name, run), bytesOf('one'));
      }
    }
    const shared = keyFor('baseline/ruff.json', sister);
    expect(Buffer.from((await artifacts.get(shared)) ?? []).toString()).toBe('one');
    expect(await artifacts.describe(shared)).toEqual(factsOf(bytesOf('one')));
    for (const name of ['baseline.json', 'baseline/x/y']) {
      await expect(artifacts.get(keyFor(name, sister))).rejects.toThrow(/409/);
    }
    for (const run of [other, cousin]) {
      await expect(artifacts.get(keyFor('baseline/ruff.json', run))).rejects.toThrow(/409/);
    }
    await expect(artifacts.put(shared, bytesOf('other'))).rejects.toThrow(/409/);
  });
});

describe('grants of the broker', () => {
  it.each(['brief.json', 'findings/start/ruff-1.json.gz', 'overflow/1.json'])(
    'are for nothing that is read as the words of a store: %s',
    async (name) => {
      const { artifacts, kept } = await setUp();
      const refused = artifacts.put(keyFor(name), bytesOf('one'));
      await expect(refused).rejects.toThrow(/409: .* is written by the broker alone/);
      expect(await kept.get(keyFor(name))).not.toEqual(bytesOf('one'));
    },
  );

  it('last a quarter of an hour at most, whatever is asked for', async () => {
    const { artifacts, clock } = await setUp();
    const most = clock.now() + 15 * 60_000;
    const put = await artifacts.presignPut(keyFor('a'), factsOf(bytesOf('one')), 86_400_000);
    const get = await artifacts.presignGet(keyFor('a'), 86_400_000);
    expect([put.expiresAt, get.expiresAt]).toEqual([most, most]);
  });

  it('are for no more bytes than half a gigabyte', async () => {
    const { artifacts } = await setUp();
    const bytes = { ...factsOf(bytesOf('one')), sizeBytes: 2 ** 29 + 1 };
    await expect(artifacts.presignPut(keyFor('a'), bytes, 1_000)).rejects.toThrow(/400/);
  });
});

function raise(): never {
  throw new Error('There is no worker of that run');
}
