import { describe, expect, it } from 'vitest';
import { decideGround, type Ground } from './ground.ts';
import type { Conclusion } from '../../support/github/model.ts';

interface Said {
  readonly event?: string;
  readonly app?: string;
  readonly workflow?: string;
  readonly path?: string;
  readonly name?: string;
  readonly conclusion?: Conclusion;
}

const settled = 40_000;

/** A watched pull request whose head has these checks, in their order. */
async function headWith(ground: Ground, said: readonly Said[]) {
  const pull = ground.open('feature');
  const runs = said.map(({ conclusion, name = 'test', ...plan }) => {
    const run = ground.hands.startCheck({ sha: pull.headSha, name, ...plan });
    if (conclusion !== undefined)
      ground.hands.completeCheck(run, { conclusion, log: 'error: no\n' });
    return run;
  });
  return { pull, runs, id: await ground.watch(pull) };
}

/** What is decided once everything has rested. */
async function decidedOf(ground: Ground, said: readonly Said[]) {
  const { id } = await headWith(ground, said);
  const code = await ground.look(id);
  if (code !== 'UNSETTLED') return code;
  ground.clock.advance(settled);
  return ground.look(id);
}

describe('checks that were executed more than once', () => {
  const red = 'FAILURE';
  const green = 'SUCCESS';

  it.each<[string, readonly Said[], string | undefined]>([
    [
      'fail for a push and pass for the pull request',
      [{ event: 'push', conclusion: red }, { conclusion: green }],
      'CI_FAILED',
    ],
    [
      'pass for a push and fail for the pull request',
      [{ conclusion: red }, { event: 'push', conclusion: green }],
      'CI_FAILED',
    ],
    ['run for a push still', [{ event: 'push' }, { conclusion: green }], 'CI_RUNNING'],
    [
      'were cancelled for one event of three',
      [
        { event: 'push', conclusion: 'CANCELLED' },
        { event: 'pull_request_target', conclusion: green },
        { conclusion: green },
      ],
      'UNSETTLED',
    ],
    [
      'fail in one of two workflows of the same name',
      [
        { path: '.github/workflows/one.yml', conclusion: red },
        { path: '.github/workflows/two.yml', conclusion: green },
      ],
      'CI_FAILED',
    ],
    [
      'fail for one of two Apps',
      [
        { app: 'scanner', conclusion: red },
        { app: 'other-scanner', conclusion: green },
      ],
      'CI_FAILED',
    ],
    [
      'failed, until the workflow was started anew for the same event, as an edited title does',
      [{ conclusion: red }, { conclusion: green }],
      'GREEN',
    ],
    [
      'failed, until an App said otherwise',
      [
        { app: 'scanner', conclusion: red },
        { app: 'scanner', conclusion: green },
      ],
      'GREEN',
    ],
    [
      'were given up by the forge, beside others that pass',
      [{ name: 'scan', conclusion: 'STALE' }, { conclusion: green }],
      'UNSETTLED',
    ],
    ['pass for all events', [{ event: 'push', conclusion: green }, { conclusion: green }], 'GREEN'],
  ])('%s', async (_, said, code) => {
    expect(await decidedOf(await decideGround(), said)).toBe(code);
  });

  it('fail in one of two jobs of one name, beside each other in one run of a workflow', async () => {
    const ground = await decideGround();
    const { hands, clock } = ground;
    const { id, pull, runs } = await headWith(ground, [{ name: 'matrix' }]);
    const [first] = runs;
    if (first === undefined) throw new Error('It has no job');
    const { suite } = first;
    const second = hands.startCheck({ sha: pull.headSha, name: 'matrix', suite });
    clock.advance(5_000);
    hands.completeCheck(first, { conclusion: red, log: 'error: no\n' });
    hands.completeCheck(second, { conclusion: green });
    expect(await ground.look(id)).toBe('CI_FAILED');
  });

  it('failed, until they ran again', async () => {
    const ground = await decideGround();
    const { hands, clock } = ground;
    const { id, runs } = await headWith(ground, [
      { event: 'push', conclusion: red },
      { conclusion: green },
    ]);
    const [first] = runs;
    clock.advance(5_000);
    const again = first && hands.rerun(first);
    if (again === undefined) throw new Error('It does not run again');
    expect(await ground.look(id)).toBe('CI_RUNNING');
    hands.completeCheck(again, { conclusion: green });
    await ground.look(id);
    clock.advance(settled);
    expect(await ground.look(id)).toBe('GREEN');
  });

  it('are required of one App, and another one says them', async () => {
    const ground = await decideGround();
    ground.hands.protect('main', { requiredChecks: [{ context: 'test', appId: 999 }] });
    expect(await decidedOf(ground, [{ conclusion: green }])).toBe('UNSETTLED');
  });

  it('fail on the base as well, where the same job fails for a push', async () => {
    const ground = await decideGround();
    const { hands } = ground;
    const { id } = await headWith(ground, [{ conclusion: red }]);
    const base = hands.startCheck({ sha: hands.head('main'), name: 'test', event: 'push' });
    hands.completeCheck(base, { conclusion: red });
    expect(await ground.look(id)).toBe('BASE_BROKEN');
  });
});

describe('workflows of which no job ever shows', () => {
  it.each<[string, Conclusion, string]>([
    ['wait for an approval', 'ACTION_REQUIRED', 'APPROVAL_NEEDED'],
    ['could not be read', 'FAILURE', 'WORKFLOW_BROKEN'],
    ['could not start', 'STARTUP_FAILURE', 'WORKFLOW_BROKEN'],
    ['were cancelled', 'CANCELLED', 'UNSETTLED'],
    ['were given up by the forge', 'STALE', 'UNSETTLED'],
  ])(
    '%s: a head is not green, beside checks that pass or without any',
    async (_, conclusion, code) => {
      for (const said of [[], [{ workflow: 'Docs', conclusion: 'SUCCESS' }]] as const) {
        const ground = await decideGround();
        const { id, pull } = await headWith(ground, said);
        ground.hands.startSuite({ sha: pull.headSha, workflow: 'CI', conclusion });
        await ground.look(id);
        ground.clock.advance(settled);
        expect(await ground.look(id)).toBe(code);
        const { lastDecision, observation } = await ground.state(id);
        const isTold = lastDecision?.reason.includes('CI (pull_request)') ?? false;
        expect([lastDecision?.needsHuman, isTold]).toEqual(Array(2).fill(code !== 'UNSETTLED'));
        expect(observation?.ci.status).toBe('unsettled');
      }
    },
  );

  it('are told from a fork of somebody new as well, and run once they are approved', async () => {
    const ground = await decideGround();
    const { hands, clock } = ground;
    const pull = ground.open('feature', { fromFork: 'zoe' });
    const held = hands.startSuite({ sha: pull.headSha, conclusion: 'ACTION_REQUIRED' });
    const id = await ground.watch(pull);
    expect(await ground.look(id)).toBe('APPROVAL_NEEDED');
    held.own = { status: 'QUEUED', conclusion: undefined };
    expect(await ground.look(id)).toBe('CI_RUNNING');
    const run = hands.startCheck({ sha: pull.headSha, name: 'test' });
    expect(run.suite).toBe(held);
    hands.completeCheck(run, { conclusion: 'SUCCESS' });
    await ground.look(id);
    clock.advance(settled);
    expect(await ground.look(id)).toBe('GREEN');
  });

  it('are waited for while they are queued, though nothing else says that anything runs', async () => {
    const ground = await decideGround();
    const { id, pull } = await headWith(ground, [{ workflow: 'Docs', conclusion: 'SUCCESS' }]);
    ground.hands.startSuite({ sha: pull.headSha });
    await ground.look(id);
    ground.clock.advance(settled);
    expect(await ground.look(id)).toBe('CI_RUNNING');
  });

  it('are waited for while the jobs that are there are over and others are to come', async () => {
    const ground = await decideGround();
    const { id, runs } = await headWith(ground, [{ conclusion: 'SUCCESS' }]);
    const [build] = runs;
    if (build === undefined) throw new Error('It has no job');
    build.suite.own = { status: 'IN_PROGRESS', conclusion: undefined };
    await ground.look(id);
    ground.clock.advance(settled);
    expect(await ground.look(id)).toBe('CI_RUNNING');
    build.suite.own = { status: 'COMPLETED', conclusion: 'SUCCESS' };
    await ground.look(id);
    ground.clock.advance(settled);
    expect(await ground.look(id)).toBe('GREEN');
  });

  it('are found by a short look too, before anything is called green', async () => {
    const ground = await decideGround();
    const { id, pull } = await headWith(ground, [{ workflow: 'Docs', conclusion: 'SUCCESS' }]);
    await ground.look(id);
    ground.hands.startSuite({ sha: pull.headSha, conclusion: 'ACTION_REQUIRED' });
    await ground.pass(settled);
    expect(await ground.code(id)).toBe('APPROVAL_NEEDED');
  });

  it.each([5_000, 0])(
    'do not count where they were started anew for the same event, %i ms later',
    async (later) => {
      const ground = await decideGround();
      const { id, pull } = await headWith(ground, []);
      ground.hands.startSuite({ sha: pull.headSha, conclusion: 'CANCELLED' });
      ground.clock.advance(later);
      const run = ground.hands.startCheck({
        sha: pull.headSha,
        name: 'test',
        suite: ground.hands.startSuite({ sha: pull.headSha }),
      });
      ground.hands.completeCheck(run, { conclusion: 'SUCCESS' });
      await ground.look(id);
      ground.clock.advance(settled);
      expect(await ground.look(id)).toBe('GREEN');
    },
  );
});

describe('suites of Apps that never say anything', () => {
  it.each([[], [{ conclusion: 'SUCCESS' }]] as const)('hold nothing up', async (...said) => {
    const ground = await decideGround();
    const { id, pull } = await headWith(ground, said);
    ground.hands.startSuite({ sha: pull.headSha, app: 'codecov' });
    ground.hands.startSuite({ sha: pull.headSha, app: 'cursor', conclusion: 'STALE' });
    await ground.look(id);
    ground.clock.advance(settled);
    expect(await ground.look(id)).toBe('GREEN');
  });

  it('and yet failed are not called green', async () => {
    const ground = await decideGround();
    const { id, pull } = await headWith(ground, [{ conclusion: 'SUCCESS' }]);
    ground.hands.startSuite({ sha: pull.headSha, app: 'scanner', conclusion: 'FAILURE' });
    await ground.look(id);
    ground.clock.advance(settled);
    expect(await ground.look(id)).toBe('UNSETTLED');
  });
});
