import { describe, expect, it } from 'vitest';
import { runId } from '#model/ids.ts';
import { transition } from '#model/transition.ts';
import { type Ground, ratchetGround } from './ground.ts';

const bad = { 'src/a.txt': 'one\nBAD two\n' };

/** An entry of the log as an operator searches for it: its message and these fields. */
function fieldsOf({ log }: Ground, message: string) {
  return log.of(message)[0];
}

const ratio = expect.any(Number);
const anyRun = expect.stringMatching(/^run-/);

describe('the log of the control plane', () => {
  it('tells of each decision, launch and end, and of checks that never started again', async () => {
    const ground = await ratchetGround({ files: bad, env: { RATCHETR_TIMEOUTS_STALE_CI: '3s' } });
    await ground.told('CI_FAILED');
    ground.ci.change({ starts: () => false });
    await ground.decided('STALE_CI_TIMEOUT');
    const workspaceId = await ground.id();
    const [sessionId] = ground.launched();
    expect(runId.safeParse(sessionId).success).toBe(true);
    expect(ground.log.of('Action determined')).toContainEqual({
      workspaceId,
      action: 'FIX_CI',
      code: 'CI_FAILED',
      reason: 'Checks failed.',
      consecutiveAttempts: 0,
    });
    expect(fieldsOf(ground, 'Fixup launched')).toMatchObject({
      sessionId,
      workspaceId,
      issue: 'ci',
    });
    expect(fieldsOf(ground, 'Fixup completed')).toMatchObject({
      sessionId,
      duration: ratio,
      pushed: 'yes',
    });
    const before = (await ground.factsAt('CI_FAILED'))[0]?.failed.map(({ runId: id }) => id);
    expect(fieldsOf(ground, 'Stale CI detected')).toEqual({
      workspaceId,
      currentRunId: [],
      recordedRunId: before,
    });
    expect(fieldsOf(ground, 'STALE_CI_TIMEOUT')).toEqual({
      workspaceId,
      staleSince: (await ground.state())?.lastPushAt,
      timeoutMs: 3_000,
    });
  });

  it('tells why a fixup pushed nothing', async () => {
    const ground = await ratchetGround({ files: bad });
    ground.order('decline');
    await ground.decided('PARKED');
    const told = await ground.state();
    expect(fieldsOf(ground, 'Fixup completed')).toMatchObject({
      sessionId: anyRun,
      duration: ratio,
      pushed: 'no',
      exitReason: told?.lastSession?.reason,
    });
  });

  it('tells where it gives up', async () => {
    const env = { RATCHETR_RETRY_FIXUPS: '1' };
    const ground = await ratchetGround({ files: bad, env, ci: { verdict: () => 'FAILURE' } });
    await ground.decided('ATTEMPTS_SPENT');
    expect(fieldsOf(ground, 'Terminal failure')).toEqual({
      workspaceId: await ground.id(),
      consecutiveAttempts: 1,
    });
  });
});

describe('the transition log', () => {
  it('has every wait, dispatch, break and end, with what it was decided from', async () => {
    const ground = await ratchetGround({ files: bad });
    ground.order('decline');
    await ground.decided('PARKED');
    const log = await ground.transitions();
    expect(log.map((one) => transition.safeParse(one).success)).not.toContain(false);
    expect(log.map(({ rev }) => rev)).toEqual(log.map(({ rev }) => rev).toSorted((a, b) => a - b));
    const kept = new Set(log.map(({ expiresAt, createdAt }) => expiresAt - createdAt));
    expect([...kept]).toEqual([7 * 24 * 60 * 60_000]);
    const fix = log.find(({ action }) => action === 'FIX_CI');
    expect(fix).toMatchObject({
      reason: 'Checks failed.',
      snapshot: {
        code: 'CI_FAILED',
        facts: { ciStatus: 'failed', mergeState: 'mergeable', reviewState: 'clear', attempts: 0 },
        settings: { attempts: 3 },
      },
    });
    const actions = log.map(({ action }) => action);
    expect(actions).toContain('WAIT');
    expect(actions).toContain('BREAK');
    expect(log.find(({ action }) => action === 'BREAK')?.snapshot).toMatchObject({
      sessionId: anyRun,
      outcome: 'no-push',
    });
  });
});
