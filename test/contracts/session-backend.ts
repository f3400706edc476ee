import { describe, expect, it } from 'vitest';
import type { RunId } from '#model/ids.ts';
import type { Message } from '#model/message.ts';
import type { RunBrief } from '#model/run-brief.ts';
import type { Transition } from '#model/transition.ts';
import type { WorkspaceHead } from '#model/workspace.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { SessionBackend, SessionResult } from '#worker/needs/session-backend.ts';
import type { ManualClock } from '../support/manual-clock.ts';
import { runId, t0, workspaceId } from '../support/samples.ts';

/** A control plane that has launched a worker of a session. */
export interface SessionBackendGround {
  readonly runs: RunStore;
  readonly clock: ManualClock;
  /** What the session was told to do. */
  readonly brief: RunBrief;
  readonly checkout: { readonly url: string; readonly token?: string };
  readonly sent: readonly Message[];
  /** A process that works for this run, launched by whoever decides. */
  readonly worker: (run?: RunId) => SessionBackend;
  readonly head: () => Promise<WorkspaceHead | undefined>;
  readonly log: () => Promise<readonly Transition[]>;
}

export const served = { runId: runId('run-1'), workspaceId: workspaceId('workspace-1') };
export const startBy = t0 + 1_000;
export const deadline = t0 + 10_000;
/** The workspace is looked at again then, whatever its session does. */
export const dueAt = t0 + 60_000;

const end: SessionResult = { summary: { outcome: 'green' }, status: 'succeeded', costUsd: 0.5 };
const mine = 'what this worker alone says';
const others = 'what another worker says';

/** What every way of a worker to the control plane promises. */
export function sessionBackendContract(
  name: string,
  open: () => Promise<SessionBackendGround>,
): void {
  describe(`a worker at the control plane by ${name}`, () => {
    startingContract(open);
    finishingContract(open);
  });
}

function startingContract(open: () => Promise<SessionBackendGround>): void {
  it('begins once, and is told the same when it asks again', async () => {
    const { worker, head, log, brief, checkout } = await open();
    const first = await worker().start(mine);
    expect(first).toMatchObject({ kind: 'started', brief, fence: 1, deadline, checkout });
    expect(await worker().start(mine)).toEqual(first);
    expect(await worker().start(others)).toMatchObject({ kind: 'refused' });
    expect(await head()).toMatchObject({ state: { session: { phase: 'running' } }, dueAt });
    expect(await log()).toMatchObject([{ action: 'SESSION', snapshot: { phase: 'running' } }]);
  });

  it('is granted one start where two come at once', async () => {
    const { worker } = await open();
    const both = await Promise.all([mine, others].map((nonce) => worker().start(nonce)));
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'started']);
  });

  it('is refused when it comes too late', async () => {
    const { worker, clock, head } = await open();
    clock.advance(startBy - t0);
    expect(await worker().start(mine)).toMatchObject({ kind: 'refused' });
    expect(await head()).toMatchObject({ state: { session: { phase: 'launching' } } });
  });

  it('is refused for a run that nobody works on', async () => {
    const { worker } = await open();
    expect(await worker(runId('run-2')).start(mine)).toMatchObject({ kind: 'refused' });
    expect(await worker().start(mine)).toMatchObject({ kind: 'started' });
  });
}

function finishingContract(open: () => Promise<SessionBackendGround>): void {
  it('is heard once: its run is closed, its session finished, and what follows is promised', async () => {
    const { worker, head, log, runs, sent } = await open();
    const own = worker();
    await own.start(mine);
    expect([await own.finish(end), await own.finish(end)]).toEqual(['accepted', 'accepted']);
    expect(await runs.loadRun(served.runId)).toMatchObject({
      status: 'succeeded',
      summary: { outcome: 'green', costUsd: 0.5 },
    });
    expect(await head()).toMatchObject({
      state: { spentUsd: 0, session: { phase: 'finished' } },
      dueAt,
    });
    const { workspaceId: id } = served;
    const command = { kind: 'exit', runId: served.runId };
    expect(sent).toEqual([{ kind: 'command', schemaVersion: 1, workspaceId: id, command }]);
    expect(await log()).toHaveLength(2);
  });

  it('is not heard before it began, when it is late, or after another took its place', async () => {
    const { worker, clock, head, runs } = await open();
    const own = worker();
    expect(await own.finish(end)).toBe('refused');
    await own.start(mine);
    clock.advance(deadline - t0);
    expect(await own.finish(end)).toBe('refused');
    expect(await runs.loadRun(served.runId)).toMatchObject({ status: 'running' });
    expect(await head()).toMatchObject({ state: { session: { phase: 'running' } } });
  });
}
