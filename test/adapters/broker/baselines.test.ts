import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBrokerRunStore } from '#adapters/broker/run-store.ts';
import { createFileArtifacts } from '#adapters/files/artifacts.ts';
import { secretOf, setUpBroker } from '../../support/broker.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { aBaseline, aRun, runId, sha } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openStores } from '../sqlite/stores.ts';

const repository = 'acme/shop';

async function setUp() {
  const folder = await tempFolder();
  const stores = await openStores(join(folder, 'state.db'));
  const artifacts = createFileArtifacts({ root: folder, clock: createManualClock() });
  const { plant, client } = await setUpBroker({ ...stores, artifacts });
  const workers = [];
  for (const id of ['run-1', 'run-2'].map((text) => runId(text))) {
    await plant(id, 'running');
    await stores.runs.createRun(aRun({ id, repoPath: repository }));
    workers.push(createBrokerRunStore(client(secretOf(id))));
  }
  const [one, other] = workers;
  if (one === undefined || other === undefined) throw new Error('There are no workers');
  return { one, other };
}

describe('baselines through the broker', () => {
  it('are found by every worker of the repository', async () => {
    const { one, other } = await setUp();
    const recorded = aBaseline({ repository });
    await one.recordBaseline(recorded);
    await one.recordBaseline(recorded);
    expect(await other.findBaselines(repository, sha('b'))).toEqual([recorded]);
    expect(await other.findBaselines(repository, sha('c'))).toEqual([]);
  });

  it('are recorded by the run that made them, in its own repository, and nowhere else', async () => {
    const { one, other } = await setUp();
    await expect(other.recordBaseline(aBaseline({ repository }))).rejects.toThrow(/409/);
    await expect(one.recordBaseline(aBaseline({ repository: 'acme/bank' }))).rejects.toThrow(/409/);
    await expect(one.findBaselines('acme/bank', sha('b'))).rejects.toThrow(/409/);
    expect(await one.findBaselines(repository, sha('b'))).toEqual([]);
  });
});
