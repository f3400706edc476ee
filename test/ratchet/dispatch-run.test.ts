import { describe, expect, it } from 'vitest';
import { decideNext } from '#ratchet/decide-next.ts';
import { dispatchRun } from '#ratchet/dispatch-run.ts';
import { type Ground, minute } from './decide/ground.ts';
import { recordMetrics } from '../support/recording-metrics.ts';
import { reserved } from './dispatch/ground.ts';

describe('a launch', () => {
  it('happens once, however often and by however many it is asked for', async () => {
    const { ground, wanted, dispatch } = await reserved();
    await Promise.all([dispatch(), dispatch()]);
    await dispatch();
    expect(ground.launcher.launches).toEqual([{ ...wanted, kind: 'fixup', number: 1 }]);
    const taskRef = `${wanted.runId} 1`;
    expect(await ground.session(wanted.workspaceId)).toMatchObject({
      phase: 'launching',
      launches: 1,
      taskRef,
    });
    expect(ground.launcher.stopped).toEqual([]);
    const [told] = ground.log.of('Fixup launched');
    expect(told).toEqual({
      sessionId: wanted.runId,
      workspaceId: wanted.workspaceId,
      issue: 'ci',
      taskRef,
    });
  });

  it('is taken up again where whoever launched died before he could say so', async () => {
    const { ground, wanted, dispatch } = await reserved();
    const { launcher } = ground;
    const dying = {
      ...launcher,
      launch: async (launch: Parameters<typeof launcher.launch>[0]) => {
        await launcher.launch(launch);
        throw new Error('killed');
      },
      stop: async () => {},
    };
    await expect(dispatchRun({ ...ground.deps, launcher: dying }, wanted)).rejects.toThrow(
      'killed',
    );
    await dispatch();
    expect(launcher.launches).toHaveLength(1);
    expect(await ground.session(wanted.workspaceId)).toMatchObject({
      launches: 1,
      taskRef: `${wanted.runId} 1`,
    });
  });

  it('for a session that is over starts nothing', async () => {
    const { ground, wanted, dispatch } = await reserved();
    const head = await ground.head(wanted.workspaceId);
    const { session: _, ...next } = head.state;
    await ground.workspaces.commit({
      seen: head,
      next,
      commands: [],
      now: ground.clock.now(),
      token: 'over',
    });
    await dispatch();
    expect(ground.launcher.launches).toEqual([]);
    expect(ground.log.of('Nothing to launch')).toEqual([wanted]);
  });

  it('of a session that ends meanwhile is stopped again', async () => {
    const { ground, wanted } = await reserved();
    const { launcher, workspaces, clock } = ground;
    const late = {
      ...launcher,
      launch: async (launch: Parameters<typeof launcher.launch>[0]) => {
        const head = await ground.head(wanted.workspaceId);
        const { session: _, ...next } = head.state;
        await workspaces.commit({
          seen: head,
          next,
          commands: [],
          now: clock.now(),
          token: 'over',
        });
        return launcher.launch(launch);
      },
    };
    await dispatchRun({ ...ground.deps, launcher: late }, wanted);
    expect(launcher.stopped).toEqual([
      { taskRef: `${wanted.runId} 1`, reason: 'Its session is over.' },
    ]);
  });
});

describe('what is measured of a launch', () => {
  it.each([
    ['launched', undefined],
    ['later', { kind: 'later', reason: '2 workers run' }],
    ['refused', { kind: 'refused', reason: 'Nobody may launch.' }],
  ] as const)('is what became of it: %s', async (outcome, answer) => {
    const { ground, wanted } = await reserved();
    const { metrics, measured } = recordMetrics();
    ground.launcher.answer = answer;
    await dispatchRun({ ...ground.deps, metrics }, wanted);
    expect(measured).toEqual([{ name: 'launches', value: 1, dimensions: { outcome } }]);
  });
});

describe('where there is no room', () => {
  it('the session waits and loses no time', async () => {
    const { ground, wanted, dispatch } = await reserved();
    const before = await ground.session(wanted.workspaceId);
    const began = ground.clock.now();
    ground.launcher.answer = { kind: 'later', reason: '2 workers run' };
    await dispatch();
    const waiting = await ground.session(wanted.workspaceId);
    expect(waiting).toMatchObject({ phase: 'reserved', launches: 0 });
    expect(waiting.startBy - before.startBy).toBe(10_000);
    expect(waiting.deadline - before.deadline).toBe(10_000);
    expect((await ground.head(wanted.workspaceId)).dueAt).toBe(ground.clock.now() + 10_000);
    // A clock that ticks once a minute asks six times less often than the session would be asked for again.
    for (let round = 0; round < 60; round += 1) await ground.pass(minute);
    expect(await ground.session(wanted.workspaceId)).toMatchObject({
      phase: 'reserved',
      id: wanted.runId,
    });
    ground.launcher.answer = undefined;
    await ground.pass(10_000);
    expect(ground.launcher.launches).toEqual([{ ...wanted, kind: 'fixup', number: 1 }]);
    expect(await ground.state(wanted.workspaceId)).toMatchObject({ consecutiveFixupAttempts: 0 });
    const launched = await ground.session(wanted.workspaceId);
    const now = ground.clock.now();
    expect(launched.startBy - now).toBeGreaterThanOrEqual(before.startBy - began - minute);
    expect(launched.deadline - launched.startBy).toBe(before.deadline - before.startBy);
  });

  it('those that are turned away together do not all come back together', async () => {
    const { ground, wanted } = await reserved();
    ground.launcher.answer = { kind: 'later', reason: '2 workers run' };
    await dispatchRun({ ...ground.deps, random: () => 0.99 }, wanted);
    const { dueAt } = await ground.head(wanted.workspaceId);
    expect(dueAt).toBe(ground.clock.now() + 19_900);
  });
});

describe('a worker that waits for room', () => {
  it('is none that another dispatch of the same launch found room for', async () => {
    const { ground, wanted } = await reserved();
    const { launcher, deps } = ground;
    const throttled: typeof launcher.launch = async () => {
      await dispatchRun(deps, wanted);
      return { kind: 'later', reason: 'Rate exceeded' };
    };
    await dispatchRun({ ...deps, launcher: { ...launcher, launch: throttled } }, wanted);
    expect(await ground.session(wanted.workspaceId)).toMatchObject({
      phase: 'launching',
      launches: 1,
      taskRef: `${wanted.runId} 1`,
    });
  });

  it('has the forge asked for its logs once, however often it is asked for', async () => {
    const { ground, wanted } = await reserved();
    ground.launcher.answer = { kind: 'later', reason: '2 workers run' };
    let asked = 0;
    const failureLog: typeof ground.forge.failureLog = async (...about) => {
      asked += 1;
      return ground.forge.failureLog(...about);
    };
    const deps = { ...ground.deps, forge: { ...ground.forge, failureLog } };
    for (let round = 0; round < 3; round += 1) await dispatchRun(deps, wanted);
    expect(asked).toBe(1);
  });
});

describe('what is not launched', () => {
  it('is given up where launching again cannot help, and a person is asked after some times', async () => {
    const { ground, wanted, dispatch } = await reserved();
    ground.launcher.answer = { kind: 'refused', reason: 'There is no program.' };
    await dispatch();
    const { session, lastSession } = await ground.state(wanted.workspaceId);
    expect(session).toBeUndefined();
    expect(lastSession).toMatchObject({ outcome: 'never-started', reason: 'There is no program.' });
    expect((await ground.story(wanted.workspaceId)).at(-1)).toBe('never-started');
    for (let round = 0; round < 6; round += 1) await ground.look(wanted.workspaceId);
    expect(await ground.state(wanted.workspaceId)).toMatchObject({
      consecutiveFixupAttempts: 0,
      lastDecision: { code: 'CRASHED', needsHuman: true },
    });
  });

  it.for([
    ['a label', ({ hands }: Ground) => hands.label(1, 'ratchet:off')],
    ['a command', ({ hands }: Ground) => hands.comment(1, 'ann', '/ratchet off')],
    [
      'the settings',
      (ground: Ground) => {
        ground.hands.unlabel(1, 'ratchet');
      },
    ],
  ] as const)('was switched off by %s between the decision and the launch', async ([, act]) => {
    const { ground, wanted, dispatch } = await reserved();
    act(ground);
    await decideNext(ground.deps, [wanted.workspaceId]);
    await ground.workspaces.wake(wanted.workspaceId, ground.clock.now());
    await decideNext(ground.deps, [wanted.workspaceId]);
    // The launch comes after everything that people asked for.
    const asked = ground.sent.filter(({ kind }) => kind === 'asked');
    ground.sent.length = 0;
    ground.sent.push(...asked);
    await ground.carryOut();
    await dispatch();
    expect(ground.launcher.launches).toEqual([]);
    const { lastSession, consecutiveFixupAttempts } = await ground.state(wanted.workspaceId);
    expect(lastSession).toMatchObject({ outcome: 'cancelled' });
    expect(consecutiveFixupAttempts).toBe(0);
    expect(await ground.look(wanted.workspaceId)).toBe('DISABLED');
  });

  it('was switched off by a label that no look has seen yet', async () => {
    const { ground, wanted, dispatch } = await reserved();
    ground.hands.label(1, 'ratchet:off');
    await dispatch();
    expect(ground.launcher.launches).toEqual([]);
    expect((await ground.state(wanted.workspaceId)).lastSession).toMatchObject({
      outcome: 'cancelled',
      reason: 'The ratchet was switched off before the worker was launched.',
    });
    expect(await ground.look(wanted.workspaceId)).toBe('DISABLED');
  });

  it('costs no full reading to find out where nothing has moved', async () => {
    const { ground, wanted } = await reserved();
    const { forge } = ground.deps;
    const kinds: string[] = [];
    const look: typeof forge.look = async (repository, looks) => {
      const readings = await forge.look(repository, looks);
      kinds.push(...readings.map(({ kind }) => kind));
      return readings;
    };
    await dispatchRun({ ...ground.deps, forge: { ...forge, look } }, wanted);
    expect(kinds).toEqual(['same']);
    expect(ground.launcher.launches).toHaveLength(1);
  });

  it('stays reserved where what the worker has to know cannot be read', async () => {
    const { ground, wanted, dispatch } = await reserved();
    ground.github.faults.down = '502';
    await expect(dispatch()).rejects.toThrow('502');
    expect(await ground.session(wanted.workspaceId)).toMatchObject({
      phase: 'reserved',
      launches: 0,
    });
    ground.github.faults.down = undefined;
    await dispatch();
    expect(ground.launcher.launches).toHaveLength(1);
  });
});
