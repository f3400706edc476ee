import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBrokerSession } from '#worker/client/broker-session.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import type { RunId } from '#model/ids.ts';
import type { CheckSession } from '#model/session.ts';
import { capabilityText } from '#repair/rules/session/capability.ts';
import {
  deadline,
  served,
  type SessionBackendGround,
  sessionBackendContract,
  startBy,
} from '../../contracts/session-backend.ts';
import { aBrief, sealed, setUpBroker } from '../../support/broker.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { aRun, sha, t0 } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openStores } from '../../store/sqlite/stores.ts';

const { workspaceId: id, runId: run } = served;
const summary = { outcome: 'green', findings: { new: 1, tolerated: 2 } };
const end = { summary, status: 'succeeded', costUsd: 0.5 } as const;
const nonce = 'what this worker alone says';

async function setUp(planted: 'session' | 'check' = 'session') {
  const folder = await tempFolder();
  const stores = await openStores(join(folder, 'state.db'));
  const clock = createManualClock(t0);
  const artifacts = createFileArtifacts({ root: folder });
  const broker = await setUpBroker({ ...stores, artifacts, clock });
  const worker = { id: run, phase: 'launching', startBy, deadline, launches: 1, fence: 0 } as const;
  const check: CheckSession = { ...worker, kind: 'check', headSha: sha('a') };
  await (planted === 'session'
    ? broker.plant(run, 'launching', { startBy, deadline, workspaceId: id })
    : broker.plantCheck(check, id));
  await stores.runs.createRun(aRun({ id: run }));
  return { ...stores, ...broker, clock };
}

async function openGround() {
  const { client, ...plane } = await setUp();
  const ground = {
    ...plane,
    brief: aBrief(run),
    checkout: { url: 'https://github.com/acme/shop.git', token: 'may read' },
    worker: (runId = run) => createBrokerSession(client(capabilityOf(runId))),
    head: () => plane.workspaces.load(id),
    log: () => plane.workspaces.listTransitions({ id, now: t0, limit: 9 }),
  } satisfies SessionBackendGround;
  return ground;
}

function capabilityOf(runId: RunId): string {
  return sealed(capabilityText({ workspaceId: id, runId, launch: 1, expiresAt: startBy }));
}

sessionBackendContract('the broker', openGround);

describe('a worker whose result got no answer', () => {
  it('is told that it was heard, also when its check is gone from the workspace', async () => {
    const { client, workspaces } = await setUp('check');
    const worker = createBrokerSession(client(capabilityOf(run)));
    await worker.start(nonce);
    expect(await worker.finish(end)).toBe('accepted');
    expect((await workspaces.load(id))?.state.check).toBeUndefined();
    const turned = { tolerated: 2, new: 1 };
    expect(await worker.finish({ ...end, summary: { ...summary, findings: turned } })).toBe(
      'accepted',
    );
  });

  it('is refused when it says something else by then', async () => {
    const { worker } = await openGround();
    const own = worker();
    await own.start(nonce);
    await own.finish(end);
    expect(await own.finish({ ...end, status: 'failed' })).toBe('refused');
    expect(await own.finish({ ...end, costUsd: 0.6 })).toBe('refused');
    expect(await own.finish({ ...end, summary: {} })).toBe('refused');
  });
});

describe('the secret of a session', () => {
  it('is there for whoever else works for it, once it was given', async () => {
    const { worker } = await openGround();
    const own = worker();
    expect(own.secret()).toBeUndefined();
    await own.start(nonce);
    expect(own.secret()).toMatch(/^s1\.workspace-1\.run-1\.1\./);
  });
});

describe('the nonce of a worker', () => {
  it('is not kept: of it the workspace has a digest', async () => {
    const { worker, head } = await openGround();
    await worker().start(nonce);
    expect(JSON.stringify(await head())).not.toContain(nonce);
  });
});
