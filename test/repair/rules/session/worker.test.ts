import { describe, expect, it } from 'vitest';
import { ok } from '#base/outcome.ts';
import type { Session } from '#model/session.ts';
import { applyWorkerEnd, applyWorkerStart } from '#repair/rules/session/worker.ts';
import { artifactKey } from '#model/artifact.ts';
import { aWorkspaceState, runId, sha, t0 } from '../../../support/samples.ts';

const run = runId('run-1');
const changeset = artifactKey.parse({ runId: run, name: 'result/changeset.json' });
const worker = { id: run, startBy: t0 + 100, deadline: t0 + 1_000, launches: 1, fence: 4 };

const session = (different: Partial<Session> = {}): Session => ({
  ...worker,
  kind: 'ci',
  phase: 'launching',
  headBefore: sha('a'),
  headTree: sha('b'),
  fingerprint: 'seen',
  runIdsBefore: [],
  reservedAt: t0,
  ...different,
});

const withSession = (different?: Partial<Session>) =>
  aWorkspaceState({ session: session(different) });

const start = { runId: run, nonce: 'mine', now: t0 };

describe('the start of a worker', () => {
  it('is granted once for each launch, and told again to the same worker', () => {
    const first = applyWorkerStart(withSession(), start);
    if (first.kind === 'refused') throw new Error(first.sentence);
    const { value } = first;
    expect(value).toMatchObject({ fence: 5, isRepeated: false });
    expect(value.next.session).toMatchObject({ phase: 'running', nonce: 'mine', fence: 5 });
    const again = applyWorkerStart(value.next, { ...start, now: t0 + 500 });
    expect(again).toEqual(ok({ ...value, isRepeated: true }));
    expect(applyWorkerStart(value.next, { ...start, nonce: 'other' }).kind).toBe('refused');
  });

  it('is granted for a check as well', () => {
    const check = { ...worker, phase: 'launching', headSha: sha('a') } as const;
    const now = { phase: 'running', nonce: 'mine', fence: 5 };
    expect(applyWorkerStart(aWorkspaceState({ check }), start)).toMatchObject({
      value: { next: { check: now } },
    });
  });

  it.each([
    ['comes too late', withSession(), { ...start, now: t0 + 100 }],
    ['is for another run', withSession(), { ...start, runId: runId('run-2') }],
    ['was cancelled', withSession({ cancelled: 'closed' }), start],
    ['was never launched', withSession({ phase: 'reserved' }), start],
    ['is over', withSession({ phase: 'finished', nonce: 'mine' }), start],
    ['has no session', aWorkspaceState(), start],
  ])('is refused where it %s', (_, state, asked) => {
    expect(applyWorkerStart(state, asked).kind).toBe('refused');
  });
});

const end = { runId: run, fence: 4, now: t0 + 500 };

describe('the last word of a worker', () => {
  it('ends the session, with a promise to publish where there is something to publish', () => {
    const state = withSession({ phase: 'running' });
    expect(applyWorkerEnd(state, { ...end, changeset })).toMatchObject({
      value: {
        kind: 'finished',
        next: { session: { phase: 'finished', changeset } },
        command: { kind: 'publish', runId: run },
      },
    });
    expect(applyWorkerEnd(state, { ...end, question: 'May I?' })).toMatchObject({
      value: {
        kind: 'finished',
        next: { question: 'May I?', session: { phase: 'finished' } },
        command: { kind: 'exit', runId: run },
      },
    });
  });

  it('withdraws what an earlier plan asked, where this one did not have to', () => {
    const asked = { ...withSession({ phase: 'running' }), question: 'May I?' };
    const ended = applyWorkerEnd(asked, { ...end, changeset });
    expect(ended).toMatchObject({ value: { kind: 'finished' } });
    expect(ended).not.toHaveProperty('value.next.question');
    expect(applyWorkerEnd(asked, { ...end, question: 'And now?' })).toMatchObject({
      value: { next: { question: 'And now?' } },
    });
  });

  it('of a check clears it, with a promise to report', () => {
    const check = { ...worker, phase: 'running', headSha: sha('a') } as const;
    const ended = applyWorkerEnd(aWorkspaceState({ check }), end);
    expect(ended).toMatchObject({ value: { command: { kind: 'report', runId: run } } });
    expect(ended).not.toHaveProperty('value.next.check');
  });

  it('of a check leaves its worker to be stopped, should it go on', () => {
    const check = { ...worker, phase: 'running', headSha: sha('a'), taskRef: 'task-1' } as const;
    const ended = applyWorkerEnd(aWorkspaceState({ check }), end);
    const leftovers = [{ runId: run, taskRef: 'task-1' }];
    expect(ended).toMatchObject({ value: { next: { leftovers } } });
  });

  it.each(['finished', 'publishing'] as const)('is known when it is repeated (%s)', (phase) => {
    expect(applyWorkerEnd(withSession({ phase }), end)).toEqual(ok({ kind: 'repeated' }));
  });

  it.each([
    ['comes too late', withSession({ phase: 'running' }), { ...end, now: t0 + 1_000 }],
    ['is that of another worker', withSession({ phase: 'running', fence: 5 }), end],
    ['is that of one before a new launch', withSession(), end],
    ['is for another run', withSession({ phase: 'running' }), { ...end, runId: runId('run-2') }],
    ['comes after the session was cleared', aWorkspaceState(), end],
  ])('is refused where it %s', (_, state, word) => {
    expect(applyWorkerEnd(state, word).kind).toBe('refused');
  });
});
