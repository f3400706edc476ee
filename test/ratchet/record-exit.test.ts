import { describe, expect, it } from 'vitest';
import { artifactName } from '#model/artifact.ts';
import type { WorkspaceId } from '#model/ids.ts';
import { recordExit } from '#ratchet/record-exit.ts';
import { runId } from '../support/samples.ts';
import { decideGround, type Given, minute } from './decide/ground.ts';

/** A session whose worker was launched. */
async function launched(given: Given = {}) {
  const ground = await decideGround(given);
  const pull = ground.open('fix');
  ground.check(pull.headSha, 'FAILURE');
  const id = await ground.watch(pull);
  await ground.look(id);
  const { id: run, taskRef = '', fingerprint } = await ground.session(id);
  const exit = () => recordExit(ground.deps, { workspaceId: id, runId: run });
  return { ground, pull, id, run, taskRef, fingerprint, exit };
}

async function running(given: Given = {}) {
  const scene = await launched(given);
  const worker = await scene.ground.worker(scene.id);
  const started = await worker.start('nonce');
  if (started.kind !== 'started') throw new Error(started.reason);
  return { ...scene, worker, deadline: started.deadline };
}

type Ground = Awaited<ReturnType<typeof launched>>['ground'];

async function after(ground: Ground, id: WorkspaceId) {
  const {
    session,
    lastSession,
    consecutiveFixupAttempts,
    spentFingerprints,
    staleCiSince,
    spentUsd,
  } = await ground.state(id);
  return {
    session,
    outcome: lastSession?.outcome,
    reason: lastSession?.reason,
    attempts: consecutiveFixupAttempts,
    spentFingerprints,
    staleCiSince,
    spentUsd,
  };
}

const costs = { costUsd: 0.5, status: 'failed' } as const;

describe('a session that finished', () => {
  it('in which no agent could work is begun anew after a while, each time a longer one', async () => {
    const { ground, id, worker } = await running();
    const summary = {
      sentence: 'Claude Code did not reach its provider.',
      unavailable: 'provider',
    };
    expect(await worker.finish({ ...costs, costUsd: 0, summary })).toBe('accepted');
    await ground.carryOut();
    expect(await after(ground, id)).toMatchObject({
      session: undefined,
      outcome: 'unavailable',
      attempts: 0,
      spentFingerprints: [],
    });
    await ground.look(id);
    const waits = (await ground.state(id)).lastDecision;
    expect(waits).toMatchObject({
      action: 'WAIT',
      code: 'NO_AGENT',
      reason: summary.sentence,
      needsHuman: false,
    });
    ground.clock.advance(6 * minute);
    await ground.look(id);
    expect((await ground.state(id)).lastDecision).toMatchObject({ action: 'FIX_CI' });
    const again = await ground.worker(id);
    await again.start('another nonce');
    await again.finish({ ...costs, costUsd: 0, summary: { ...summary, unavailable: 'account' } });
    await ground.carryOut();
    ground.clock.advance(6 * minute);
    await ground.look(id);
    expect((await ground.state(id)).lastDecision).toMatchObject({
      code: 'NO_AGENT',
      needsHuman: true,
    });
  });

  it('without a changeset did not push: it is parked until something changes', async () => {
    const { ground, id, run, worker, fingerprint } = await running();
    ground.clock.advance(minute);
    expect(await worker.finish({ ...costs, summary: { sentence: 'The agent gave up.' } })).toBe(
      'accepted',
    );
    await ground.carryOut();
    expect(await after(ground, id)).toEqual({
      session: undefined,
      outcome: 'no-push',
      reason: 'The agent gave up.',
      attempts: 0,
      spentFingerprints: [fingerprint],
      staleCiSince: undefined,
      spentUsd: 0.5,
    });
    expect(ground.log.of('Fixup completed')).toEqual([
      {
        sessionId: run,
        workspaceId: id,
        duration: expect.any(Number),
        pushed: 'no',
        outcome: 'no-push',
        exitReason: 'The agent gave up.',
      },
    ]);
    const [entry] = await ground.workspaces.listTransitions({
      id,
      now: ground.clock.now(),
      limit: 1,
    });
    expect(entry).toMatchObject({ action: 'BREAK', reason: 'The agent gave up.' });
    expect(await ground.look(id)).toBe('PARKED');
    expect((await ground.state(id)).lastDecision?.reason).toContain('The agent gave up.');
    await ground.pass(10 * minute);
    expect(ground.launcher.launches).toHaveLength(1);
    expect((await ground.runs.loadRun(run))?.status).toBe('failed');
  });

  it('is accounted for once, however often its end is told', async () => {
    const { ground, id, worker, exit } = await running();
    await worker.finish({ ...costs, summary: {} });
    await exit();
    await exit();
    await ground.carryOut();
    expect(await after(ground, id)).toMatchObject({ spentUsd: 0.5, attempts: 0 });
    expect((await ground.story(id)).filter((word) => word === 'no-push')).toHaveLength(1);
    expect(ground.log.of('The event names no session of the workspace').length).toBeGreaterThan(0);
  });

  it('with a changeset is left to publishing, which is asked for again where it died', async () => {
    const { ground, id, run, worker, exit, deadline } = await running();
    const changeset = { runId: run, name: artifactName.parse('result/changeset.json') };
    await worker.finish({ ...costs, summary: {}, changeset });
    expect(ground.commands()).toContainEqual({ kind: 'publish', runId: run });
    ground.sent.length = 0;
    await exit();
    expect(await ground.session(id)).toMatchObject({ phase: 'finished' });
    expect(ground.commands()).toEqual([]);
    ground.clock.advance(deadline - ground.clock.now() + 1);
    await exit();
    expect(ground.commands()).toEqual([{ kind: 'publish', runId: run }]);
  });
});

describe('a session that ran out of time', () => {
  it('has its worker stopped, counts as an attempt, and is due at once', async () => {
    const { ground, id, run, taskRef, worker, deadline, exit } = await running();
    ground.clock.advance(deadline - ground.clock.now());
    await exit();
    expect(await ground.session(id)).toMatchObject({ id: run });
    ground.clock.advance(1);
    await exit();
    expect(ground.launcher.stopped).toMatchObject([{ taskRef }]);
    expect(await after(ground, id)).toMatchObject({
      session: undefined,
      outcome: 'timed-out',
      attempts: 1,
      spentFingerprints: [],
    });
    expect((await ground.head(id)).dueAt).toBe(ground.clock.now());
    expect(await worker.finish({ ...costs, summary: {} })).toBe('refused');
    expect((await ground.runs.loadRun(run))?.status).toBe('aborted');
  });

  it('is found by the clock alone', async () => {
    const { ground, id } = await running();
    for (let passed = 0; passed < 40; passed += 1) await ground.pass(minute);
    expect(ground.log.of('Fixup completed')).toMatchObject([{ outcome: 'timed-out' }]);
    expect(await ground.state(id)).toMatchObject({ consecutiveFixupAttempts: 1 });
    expect(ground.launcher.launches.length).toBeGreaterThan(1);
  });

  it('ends the fixing after three', async () => {
    const { ground, id } = await running();
    for (let passed = 0; passed < 150; passed += 1) {
      const { session } = await ground.state(id);
      if (session?.phase === 'launching') await (await ground.worker(id)).start(`nonce ${passed}`);
      await ground.pass(minute);
    }
    expect(await ground.code(id)).toBe('ATTEMPTS_SPENT');
    expect(ground.launcher.launches).toHaveLength(3);
  });
});

describe('a worker that never starts', () => {
  it('does not count, and is stopped where it may still come', async () => {
    const { ground, id, taskRef } = await launched();
    for (let passed = 0; passed < 6; passed += 1) await ground.pass(minute);
    expect(ground.log.of('Fixup completed')).toMatchObject([{ outcome: 'never-started' }]);
    expect(ground.launcher.stopped.map((one) => one.taskRef)).toContain(taskRef);
    expect(await ground.state(id)).toMatchObject({ consecutiveFixupAttempts: 0 });
  });
});

describe('a worker that is lost', () => {
  it('is believed lost at the second look only, and its run goes on under another one', async () => {
    const { ground, id, run, taskRef, worker, exit } = await running();
    ground.launcher.lose(taskRef);
    await exit();
    expect(await ground.session(id)).toMatchObject({
      phase: 'running',
      suspectedAt: ground.clock.now(),
    });
    await exit();
    expect(await ground.session(id)).toMatchObject({ phase: 'running', launches: 1 });
    ground.clock.advance(5_000);
    await exit();
    expect(await ground.session(id)).toMatchObject({ id: run, phase: 'reserved', launches: 1 });
    const now = ground.clock.now();
    const [told] = await ground.workspaces.listTransitions({ id, now, limit: 1 });
    expect(told).toMatchObject({
      action: 'SESSION',
      reason: expect.stringContaining('launched again'),
      snapshot: { sessionId: run, phase: 'reserved', launches: 1 },
    });
    expect(ground.log.of('Worker was lost')).toEqual([
      { sessionId: run, workspaceId: id, taskRef },
    ]);
    await ground.carryOut();
    expect(ground.launcher.launches.map(({ runId: one, number }) => [one, number])).toEqual([
      [run, 1],
      [run, 2],
    ]);
    expect(await after(ground, id)).toMatchObject({ attempts: 0, spentFingerprints: [] });
    expect(await worker.finish({ ...costs, summary: {} })).toBe('refused');
    const next = await ground.worker(id);
    expect((await next.start('another nonce')).kind).toBe('started');
  });

  it('over and over is parked with the cause', async () => {
    const { ground, id } = await launched({
      config: { retry: { maxRelaunches: 1 }, policy: { checkHeads: false } },
    });
    for (let round = 0; round < 40; round += 1) {
      const { session } = await ground.state(id);
      if (session?.phase === 'launching') await (await ground.worker(id)).start(`nonce ${round}`);
      if (session?.taskRef !== undefined) ground.launcher.lose(session.taskRef);
      await ground.pass(minute);
    }
    expect(await ground.state(id)).toMatchObject({
      consecutiveFixupAttempts: 0,
      lastDecision: { code: 'CRASHED', needsHuman: true },
    });
    expect((await ground.state(id)).lastDecision?.reason).toContain('lost');
    expect(ground.launcher.launches.length).toBeLessThanOrEqual(4);
  });
});

describe('a session that is stopped', () => {
  it('by a person changes no counter, and what it still says is refused', async () => {
    const { ground, pull, id, taskRef, worker } = await running();
    ground.hands.comment(pull.number, 'ann', '/ratchet stop');
    await ground.look(id);
    await ground.pass(minute);
    expect(ground.launcher.stopped.map((one) => one.taskRef)).toContain(taskRef);
    expect(await after(ground, id)).toMatchObject({
      session: undefined,
      outcome: 'cancelled',
      attempts: 0,
      spentFingerprints: [],
    });
    expect(await worker.finish({ ...costs, summary: {} })).toBe('refused');
    expect(await ground.look(id)).toBe('DISABLED');
  });
});

it('ignores and logs what names another session', async () => {
  const { ground, id } = await running();
  const before = await ground.head(id);
  await recordExit(ground.deps, { workspaceId: id, runId: runId('run-of-old') });
  expect(await ground.head(id)).toEqual(before);
  expect(ground.log.of('The event names no session of the workspace')).toEqual([
    { workspaceId: id, runId: 'run-of-old' },
  ]);
});
