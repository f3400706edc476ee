import { describe, expect, it } from 'vitest';
import type { WorkspaceId } from '#model/ids.ts';
import { decideNext } from '#ratchet/decide-next.ts';
import { shaOf } from '../github/ground.ts';
import { runId } from '../support/samples.ts';
import { decideGround, fail, firstRun, type Ground, minute, watched } from './decide/ground.ts';

describe('reading', () => {
  it('reads everything only where somebody woke it, where something changed, and every ten minutes', async () => {
    const ground = await decideGround();
    const { pull, id } = await watched(ground);
    // The second look hears whether it merges, which the first one only asked for.
    await ground.look(id);
    expect(await ground.look(id)).toBe('CI_RUNNING');
    const { counters } = ground.github;
    const spentBy = async (act: () => Promise<unknown>) => {
      counters.reset();
      const before = (await ground.state(id)).readAt;
      await act();
      const after = await ground.state(id);
      return {
        requests: counters.graphql + counters.rest,
        isFull: after.readAt !== before,
        isLook: after.lastCheckedAt === ground.clock.now(),
      };
    };
    const byClock = await spentBy(() => ground.pass(minute));
    expect(byClock).toEqual({ requests: 1, isFull: false, isLook: true });
    const woken = await spentBy(() => ground.look(id));
    expect(woken).toMatchObject({ isFull: true, isLook: true });
    expect(woken.requests).toBeGreaterThan(1);
    ground.hands.retitle(pull.number, 'Another title');
    expect(await spentBy(() => ground.pass(minute))).toMatchObject({ isFull: true });
    expect(await spentBy(() => ground.pass(minute))).toMatchObject({ isFull: false });
    expect(await spentBy(() => ground.pass(10 * minute))).toMatchObject({ isFull: true });
  });

  it('reads many of one repository with one request', async () => {
    const ground = await decideGround();
    const ids = [];
    for (const head of ['one', 'two', 'three', 'four']) {
      const pull = ground.open(head);
      ground.hands.startCheck({ sha: pull.headSha, name: 'tests' });
      ids.push(await ground.watch(pull));
    }
    await ground.look(...ids);
    await ground.look(...ids);
    const { counters } = ground.github;
    counters.reset();
    await ground.pass(minute);
    expect(counters.graphql + counters.rest).toBe(1);
    expect(await Promise.all(ids.map(ground.code))).toEqual(ids.map(() => 'CI_RUNNING'));
  });

  it.for([
    [
      'down',
      ({ github }: Ground): void => {
        github.faults.down = '502';
      },
    ],
    [
      'limited',
      ({ github }: Ground): void => {
        github.faults.secondaryLimit = {
          requests: 1_000,
          status: 403,
          retryAfterSeconds: 60,
        };
      },
    ],
    [
      'answering 200 with errors',
      ({ github }: Ground): void => {
        github.faults.graphqlErrors.requests = 1_000;
      },
    ],
  ] as const)('keeps everything where GitHub is %s, and looks again', async ([, begin]) => {
    const ground = await decideGround();
    const { pull, id } = await watched(ground);
    await ground.look(id);
    ground.hands.retitle(pull.number, 'Another title');
    const before = await ground.head(id);
    begin(ground);
    await ground.pass(minute);
    const { state, dueAt } = await ground.head(id);
    expect(state).toEqual(before.state);
    expect(dueAt).toBeGreaterThan(ground.clock.now());
    ground.github.faults.down = undefined;
    ground.github.faults.secondaryLimit.requests = 0;
    ground.github.faults.graphqlErrors.requests = 0;
    await ground.pass((dueAt ?? 0) - ground.clock.now() + minute);
    expect((await ground.state(id)).observation?.title).toBe('Another title');
    expect(await ground.story(id)).toEqual(['CI_RUNNING']);
  });
});

it('holds nobody up for one that cannot be decided about', async () => {
  const ground = await decideGround();
  const [one, two] = [ground.open('one'), ground.open('two')];
  for (const { headSha } of [one, two]) ground.check(headSha, 'FAILURE');
  const first = await ground.watch(one);
  const ids = [first, await ground.watch(two)];
  for (const id of ids) await decideNext(ground.deps, [id]);
  ground.clock.advance(3_000);
  const { forge, clock } = ground;
  const failureLog: typeof forge.failureLog = async (repository, check) => {
    if (check.runId.includes(String(firstRun(ground, one.headSha).id)))
      throw new Error('The log is broken');
    return forge.failureLog(repository, check);
  };
  const decisions = await decideNext({ ...ground.deps, forge: { ...forge, failureLog } }, ids);
  expect(decisions.map(({ code }) => code)).toEqual(['CI_FAILED']);
  expect(ground.log.of('A look failed')).toMatchObject([{ workspaceId: first }]);
  expect(await ground.head(first)).toMatchObject({ dueAt: clock.now() + minute });
});

const pushedFrom = (ground: Ground, headBefore: string) => ({
  enabled: true,
  lastSession: {
    runId: runId('run-1'),
    kind: 'ci' as const,
    outcome: 'pushed' as const,
    reason: 'Pushed.',
    at: ground.clock.now(),
    fingerprint: 'f',
    headBefore: shaOf(headBefore),
    relaunches: 0,
    patch: false,
  },
});

describe('a forge that does not show our push yet', () => {
  it('is asked again soon: what it tells is of a head that counts no more', async () => {
    const ground = await decideGround();
    const pull = ground.open('fix');
    ground.check(pull.headSha, 'FAILURE');
    const id = await ground.watch(pull, pushedFrom(ground, pull.headSha));
    expect(await ground.look(id)).toBeUndefined();
    const { dueAt, state } = await ground.head(id);
    expect([dueAt, state.observation]).toEqual([ground.clock.now() + 5_000, undefined]);
    expect(ground.launcher.launches).toEqual([]);
    ground.check(ground.hands.commit('fix', { 'src/fix.py': 'new = 2\n' }), 'FAILURE');
    expect(await ground.look(id)).toBe('CI_FAILED');
  });

  it('is believed after a minute: somebody took our push back', async () => {
    const ground = await decideGround();
    const pull = ground.open('fix');
    ground.check(pull.headSha, 'FAILURE');
    const id = await ground.watch(pull, pushedFrom(ground, pull.headSha));
    ground.clock.advance(minute);
    expect(await ground.look(id)).toBe('CI_FAILED');
  });

  it('is believed at once where the pull request is over', async () => {
    const ground = await decideGround();
    const pull = ground.open('fix');
    const id = await ground.watch(pull, pushedFrom(ground, pull.headSha));
    ground.hands.closePull(pull.number, 'ann');
    expect(await ground.look(id)).toBe('CLOSED');
  });
});

describe('what is decided', () => {
  it('is decided once where two look at once', async () => {
    const ground = await decideGround();
    const { id } = await watched(ground, 'FAILURE');
    await decideNext(ground.deps, [id]);
    ground.clock.advance(3_000);
    const made = await Promise.all([1, 2, 3].map(() => decideNext(ground.deps, [id])));
    expect(made.flat().map(({ code }) => code)).toEqual(['CI_FAILED']);
    expect(ground.commands().filter(({ kind }) => kind === 'dispatch')).toHaveLength(1);
    await ground.carryOut();
    expect(await ground.story(id)).toEqual(['UNSETTLED', 'CI_FAILED']);
    expect(ground.launcher.launches).toHaveLength(1);
    expect(ground.log.of('Another process decided first')).toHaveLength(2);
  });

  it('is written into the log of the workspace once, and told at each look', async () => {
    const ground = await decideGround();
    const { id } = await watched(ground);
    await ground.look(id);
    for (const _ of [1, 2, 3]) await ground.pass(minute);
    expect(await ground.story(id)).toEqual(['CI_RUNNING']);
    const told = ground.log.of('Action determined').filter(({ code }) => code === 'CI_RUNNING');
    const word = { action: 'WAIT', reason: 'Checks are running.', consecutiveAttempts: 0 };
    expect(told).toEqual(
      [1, 2, 3, 4].map(() => ({ workspaceId: id, code: 'CI_RUNNING', ...word })),
    );
  });

  it('can be made again from what the log keeps', async () => {
    const ground = await decideGround();
    const { id } = await watched(ground, 'FAILURE');
    await ground.look(id);
    const [entry] = await ground.workspaces.listTransitions({
      id,
      now: ground.clock.now(),
      limit: 1,
    });
    expect(entry?.snapshot).toMatchObject({
      code: 'CI_FAILED',
      facts: { ciStatus: 'failed' },
      settings: { attempts: 3 },
    });
  });
});

describe('commands in comments', () => {
  it('are found without any event, and obeyed once', async () => {
    const ground = await decideGround();
    const { pull, id } = await watched(ground);
    await ground.look(id);
    ground.hands.comment(pull.number, 'ann', 'Thank you.\n/ratchet off');
    await ground.pass(minute);
    expect(await ground.state(id)).toMatchObject({ switched: { to: 'off', by: 'ann' } });
    fail(ground, pull.headSha);
    expect(await ground.look(id)).toBe('DISABLED');
    await ground.look(id);
    expect(ground.log.of('Command of a person')).toHaveLength(1);
    expect((await ground.state(id)).obeyed).toHaveLength(1);
    await decideNext(ground.deps, [id]);
    expect(ground.sent.filter(({ kind }) => kind === 'asked')).toEqual([]);
  });

  it('of somebody who may not write are answered once and not obeyed', async () => {
    const ground = await decideGround();
    const { pull, id } = await watched(ground);
    ground.hands.comment(pull.number, 'stranger', '/ratchet off');
    await ground.look(id);
    await ground.look(id);
    expect((await ground.state(id)).switched).toBeUndefined();
    expect(pull.comments).toHaveLength(2);
  });
});

describe('a workspace that cannot be read', () => {
  it('keeps none of the others waiting, and is told in the end', async () => {
    const ground = await decideGround();
    const ids = [await ground.watch(ground.open('one')), await ground.watch(ground.open('two'))];
    const [broken] = ids;
    const workspaces = {
      ...ground.workspaces,
      load: async (id: WorkspaceId) => {
        if (id === broken) throw new Error('It is damaged');
        return ground.workspaces.load(id);
      },
    };
    await expect(decideNext({ ...ground.deps, workspaces }, ids)).rejects.toThrow('It is damaged');
    const decided = await Promise.all(ids.map(async (id) => (await ground.state(id)).lastDecision));
    expect(decided.map((decision) => decision !== undefined)).toEqual([false, true]);
    expect(ground.log.of('A workspace cannot be decided about')).toMatchObject([
      { workspaceId: broken },
    ]);
  });

  it('is none because its worker cannot be asked after: nobody is lost by that', async () => {
    const ground = await decideGround();
    const pull = ground.open('fix');
    ground.check(pull.headSha, 'FAILURE');
    const id = await ground.watch(pull);
    await ground.look(id);
    const session = await ground.session(id);
    const launcher = { ...ground.launcher, describe: tooOften };
    ground.sent.length = 0;
    await decideNext({ ...ground.deps, launcher }, [id]);
    expect(await ground.session(id)).toEqual(session);
    expect(JSON.stringify(ground.sent)).not.toContain('exit');
  });
});

async function tooOften(): Promise<never> {
  throw new Error('Rate exceeded');
}
