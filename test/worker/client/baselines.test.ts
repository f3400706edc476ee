import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBrokerRunStore } from '#worker/client/stores.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { secretText } from '#repair/rules/session/capability.ts';
import { keyFor } from '../../contracts/artifacts.ts';
import {
  deadline,
  fence,
  sealed,
  secretOf,
  setUpBroker,
  startBy,
  workspaceOf,
} from '../../support/broker.ts';
import { aBaseline, aRun, runId, sha, t0 } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openStores } from '../../store/sqlite/stores.ts';

const repository = 'acme/shop';

type Stores = Awaited<ReturnType<typeof openStores>>;

async function setUp() {
  const folder = await tempFolder();
  const stores = await openStores(join(folder, 'state.db'));
  const artifacts = createFileArtifacts({ root: folder });
  const { plant, client } = await setUpBroker({ ...stores, artifacts });
  const workers = [];
  for (const id of ['run-1', 'run-2'].map((text) => runId(text))) {
    await plant(id, 'running');
    await stores.runs.createRun(aRun({ id, repoPath: repository }));
    workers.push(createBrokerRunStore(client(secretOf(id))));
  }
  const [one, other] = workers;
  if (one === undefined || other === undefined) throw new Error('There are no workers');
  return {
    one,
    other,
    next: createBrokerRunStore(client(await secretOfCheck(stores, repository))),
  };
}

/** A check beside the session of the first pull request. */
async function secretOfCheck({ workspaces, runs }: Stores, repoPath: string): Promise<string> {
  const id = runId('run-3');
  const owner = workspaceOf(runId('run-1'));
  const seen = await workspaces.load(owner);
  if (seen === undefined) throw new Error('There is no first pull request');
  const worker = {
    kind: 'check',
    phase: 'running',
    headSha: sha('a'),
    launches: 1,
    startBy,
    deadline,
    fence,
  } as const;
  const next = { ...seen.state, check: { id, ...worker } };
  await workspaces.commit({ seen, next, commands: [], now: t0, token: 'a check' });
  await runs.createRun(aRun({ id, repoPath, workspaceId: owner }));
  return sealed(secretText({ workspaceId: owner, runId: id, fence, expiresAt: deadline }));
}

describe('baselines through the broker', () => {
  it('are found by every worker of the pull request', async () => {
    const { one, next } = await setUp();
    const recorded = aBaseline({ repository });
    await one.recordBaseline(recorded);
    await one.recordBaseline(recorded);
    expect(await next.findBaselines(repository, sha('b'))).toEqual([recorded]);
    expect(await next.findBaselines(repository, sha('c'))).toEqual([]);
  });

  it('of one pull request make nothing tolerable in another, and overwrite nothing of it', async () => {
    const { one, other } = await setUp();
    const honest = aBaseline({ repository, artifact: keyFor('baseline/pytest.json', 'run-2') });
    await other.recordBaseline(honest);
    await one.recordBaseline({ ...aBaseline({ repository }), recordedAt: 9e12 });
    expect(await other.findBaselines(repository, sha('b'))).toEqual([honest]);
  });

  it('are recorded by the run that made them, in its own repository, and nowhere else', async () => {
    const { one, other } = await setUp();
    await expect(other.recordBaseline(aBaseline({ repository }))).rejects.toThrow(/409/);
    await expect(one.recordBaseline(aBaseline({ repository: 'acme/bank' }))).rejects.toThrow(/409/);
    await expect(one.findBaselines('acme/bank', sha('b'))).rejects.toThrow(/409/);
    expect(await one.findBaselines(repository, sha('b'))).toEqual([]);
  });
});
