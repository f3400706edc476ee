import { describe, expect, it } from 'vitest';
import type { WorkspaceId } from '#model/ids.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { commentPayload, payloadOf } from '../rules/ingest/payloads.ts';
import { anObservation, aWorkspaceState, sha, t0, workspaceId } from '../../support/samples.ts';
import { ingesting, webhook } from './harness.ts';

const idOf = (number: number): WorkspaceId => workspaceId(`github.com:186853002:${number}`);
const farAway = t0 + 24 * 3_600_000;

interface Watched {
  readonly headSha?: string;
  readonly baseRef?: string;
  readonly archivedAt?: number;
}

/** A pull request that was looked at and is due tomorrow. */
async function watch(
  workspaces: WorkspaceStore,
  number: number,
  seen: Watched = {},
): Promise<void> {
  const { headSha = sha('a'), baseRef = 'master', archivedAt } = seen;
  const pullRequest = {
    host: 'github.com',
    repositoryId: '186853002',
    owner: 'Codertocat',
    name: 'Hello-World',
    number,
  };
  const observation = anObservation({ headSha, baseRef });
  const state = aWorkspaceState({
    id: idOf(number),
    installationId: '957387',
    pullRequest,
    observation,
    archivedAt,
  });
  await workspaces.create(state, farAway);
}

async function dueOf(workspaces: WorkspaceStore, number: number): Promise<number | undefined> {
  return (await workspaces.load(idOf(number)))?.dueAt;
}

describe('an event of one pull request', () => {
  it('wakes the workspace that is there', async () => {
    const { ingest, workspaces } = await ingesting();
    await watch(workspaces, 2);
    await ingest(webhook('pull_request', payloadOf('pull_request', 'synchronize')));
    expect(await workspaces.load(idOf(2))).toMatchObject({ dueAt: t0, wakeSeq: 1 });
  });

  it('begins no watch over one that is closed, and wakes it where there is one', async () => {
    const { ingest, workspaces } = await ingesting();
    const closed = payloadOf('pull_request', 'closed');
    expect(await ingest(webhook('pull_request', closed))).toMatchObject({ kind: 'ignored' });
    expect(await workspaces.load(idOf(2))).toBeUndefined();
    await watch(workspaces, 2);
    expect(await ingest(webhook('pull_request', closed))).toMatchObject({ kind: 'woken' });
    expect(await dueOf(workspaces, 2)).toBe(t0);
  });

  it('begins no watch where nobody asked for one, or no installation is known', async () => {
    const opened = webhook('pull_request', payloadOf('pull_request', 'opened'));
    const elsewhere = await ingesting({ watches: ({ owner }) => owner === 'acme' });
    expect(await elsewhere.ingest(opened)).toMatchObject({ status: 200, kind: 'ignored' });
    const { receiver, ...deps } = (await ingesting()).deps;
    const { installationId: _, ...unknown } = receiver;
    const nobody = await ingesting();
    expect(await nobody.ingest(opened, { ...deps, receiver: unknown })).toMatchObject({
      kind: 'ignored',
    });
  });

  it('wakes all the same when somebody else began the watch in between', async () => {
    const { ingest, workspaces } = await ingesting();
    const late = {
      ...workspaces,
      wake: async (id: WorkspaceId, at: number) => {
        const outcome = await workspaces.wake(id, at);
        if (outcome === 'unknown') await watch(workspaces, 2);
        return outcome;
      },
    };
    const opened = webhook('pull_request', payloadOf('pull_request', 'opened'));
    expect(await ingest(opened, { workspaces: late })).toMatchObject({ kind: 'woken' });
    expect(await workspaces.load(idOf(2))).toMatchObject({ dueAt: t0, wakeSeq: 1 });
  });

  it('is due also where its message gets lost', async () => {
    const { ingest, workspaces, logged } = await ingesting();
    const queue = { send: () => Promise.reject(new Error('the queue is down')) };
    const opened = webhook('pull_request', payloadOf('pull_request', 'opened'));
    expect(await ingest(opened, { queue })).toMatchObject({ status: 202 });
    expect(await dueOf(workspaces, 2)).toBe(t0);
    expect(logged.map(({ message }) => message)).toContain('Looks could not be queued');
  });
});

describe('an event of checks', () => {
  it('wakes those that it names and are watched', async () => {
    const { ingest, workspaces } = await ingesting();
    await watch(workspaces, 2);
    await watch(workspaces, 3);
    const over = webhook('check_run', payloadOf('check_run', 'completed'));
    expect(await ingest(over)).toMatchObject({
      status: 202,
      outcome: 'woken: a check is over (1)',
    });
    expect([await dueOf(workspaces, 2), await dueOf(workspaces, 3)]).toEqual([t0, farAway]);
  });

  it('finds by its head what a fork or an old status is about', async () => {
    const { ingest, workspaces } = await ingesting();
    const status = payloadOf('status', undefined, { sha: sha('c') });
    await watch(workspaces, 2);
    await watch(workspaces, 4, { headSha: sha('c') });
    await watch(workspaces, 5, { headSha: sha('c'), archivedAt: t0 });
    expect(await ingest(webhook('status', status))).toMatchObject({ kind: 'woken' });
    const due = await Promise.all([2, 4, 5].map((number) => dueOf(workspaces, number)));
    expect(due).toEqual([farAway, t0, farAway]);
    const nobodys = payloadOf('status', undefined, { sha: sha('d') });
    expect(await ingest(webhook('status', nobodys))).toMatchObject({
      status: 200,
      outcome: 'ignored: No pull request under watch is concerned.',
    });
  });
});

describe('an event of many', () => {
  it('wakes the pull requests of a moved base, a few at once and the others over a minute', async () => {
    const { ingest, workspaces, sent } = await ingesting();
    for (let number = 1; number <= 40; number += 1) await watch(workspaces, number);
    await watch(workspaces, 41, { baseRef: 'release' });
    const push = payloadOf('push', undefined, { ref: 'refs/heads/master' });
    expect(await ingest(webhook('push', push))).toMatchObject({
      outcome: 'woken: the base moved (40)',
    });
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    const due = await Promise.all(numbers.map((number) => dueOf(workspaces, number)));
    const sorted = due.map((at) => (at ?? 0) - t0).toSorted((a, b) => a - b);
    expect(sorted.slice(0, 6)).toEqual([0, 0, 0, 0, 0, expect.any(Number)]);
    expect(sorted[5]).toBeGreaterThan(0);
    expect(sorted.at(-1)).toBe(60_000);
    expect(new Set(sorted).size).toBe(36);
    expect(await dueOf(workspaces, 41)).toBe(farAway);
    expect(sent.flatMap((one) => (one.kind === 'look' ? one.workspaceIds : []))).toHaveLength(5);
  });

  it('wakes all of a repository that got another name, and all of an installation', async () => {
    const { ingest, workspaces } = await ingesting();
    const renamed = payloadOf('repository', 'renamed', { repository: { id: 186_853_002 } });
    await watch(workspaces, 2);
    await watch(workspaces, 3, { archivedAt: t0 });
    expect(await ingest(webhook('repository', renamed))).toMatchObject({ kind: 'woken' });
    expect([await dueOf(workspaces, 2), await dueOf(workspaces, 3)]).toEqual([t0, farAway]);
    const gone = payloadOf('installation', 'deleted', { installation: { id: 957_387 } });
    expect(await ingest(webhook('installation', gone))).toMatchObject({ kind: 'woken' });
    expect(await workspaces.load(idOf(2))).toMatchObject({ wakeSeq: 2 });
  });
});

const press = (delivery: string) =>
  webhook(
    'check_run',
    payloadOf('check_run', 'rerequested', {
      check_run: { app: { id: 9 }, head_sha: sha('e'), pull_requests: [] },
      repository: { id: 186_853_002 },
    }),
    { headers: { 'x-github-delivery': delivery } },
  );

describe('a person who asks', () => {
  const on = { issue: { number: 2 } };

  it('is heard also where nobody watched yet', async () => {
    const { ingest, workspaces, sent } = await ingesting();
    const asks = webhook('issue_comment', {
      ...commentPayload('/ratchet hold 2h'),
      ...withIssue(),
    });
    expect(await ingest(asks)).toMatchObject({ status: 202, outcome: 'woken: a person asks' });
    expect(await workspaces.load(idOf(2))).toBeDefined();
    expect(sent).toEqual([
      {
        kind: 'asked',
        schemaVersion: 1,
        workspaceId: idOf(2),
        commentId: 'IC_1',
        login: 'Codertocat',
        text: 'hold 2h',
        askedAt: expect.any(Number),
      },
    ]);
  });

  it('by a button is heard once for each press', async () => {
    const { ingest, workspaces, sent } = await ingesting();
    await watch(workspaces, 6, { headSha: sha('e') });
    await ingest(press('first'));
    await ingest(press('first'));
    await ingest(press('second'));
    expect(sent).toMatchObject([
      { kind: 'asked', workspaceId: idOf(6), commentId: 'delivery-first', text: 'retry' },
      { kind: 'asked', workspaceId: idOf(6), commentId: 'delivery-second', text: 'retry' },
    ]);
  });

  it('is not forgotten where the message gets lost', async () => {
    const { ingest } = await ingesting();
    const queue = { send: () => Promise.reject(new Error('the queue is down')) };
    const asks = webhook('issue_comment', { ...commentPayload('/ratchet on'), ...withIssue() });
    expect(await ingest(asks, { queue })).toMatchObject({ status: 503 });
    expect(await ingest(asks)).toMatchObject({ status: 202 });
  });

  function withIssue() {
    const { issue } = commentPayload('/ratchet on', on);
    return { issue: { ...Object(issue), ...on.issue, pull_request: {} } };
  }
});
