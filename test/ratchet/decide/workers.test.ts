import { describe, expect, it } from 'vitest';
import { decideNext } from '#ratchet/decide-next.ts';
import { runId } from '../../support/samples.ts';
import { decideGround, fail, minute, watched } from './ground.ts';

async function stopsNobody(): Promise<void> {
  throw new Error('Nobody answers');
}

describe('workers', () => {
  it('of earlier sessions are stopped before anything new begins', async () => {
    const ground = await decideGround();
    const { pull, id } = await watched(ground);
    const leftovers = [{ runId: runId('run-0'), taskRef: 'an older worker' }];
    await ground.look(id);
    const head = await ground.head(id);
    const { clock } = ground;
    await ground.workspaces.commit({
      seen: head,
      next: { ...head.state, leftovers },
      commands: [],
      dueAt: clock.now(),
      now: clock.now(),
      token: 'token',
    });
    expect(await ground.look(id)).toBe('CI_RUNNING');
    expect(ground.launcher.stopped).toEqual([]);
    fail(ground, pull.headSha);
    expect(await ground.look(id)).toBe('CI_FAILED');
    expect(ground.launcher.stopped).toEqual([
      { taskRef: 'an older worker', reason: 'Its session is over.' },
    ]);
    expect((await ground.state(id)).leftovers).toEqual([]);
    expect(ground.log.of('Session cleared')).toEqual([{ workspaceId: id, sessionId: 'run-0' }]);
    expect(ground.launcher.launches).toHaveLength(1);
  });

  it('of earlier sessions that cannot be stopped let nothing begin', async () => {
    const ground = await decideGround();
    const pull = ground.open('fix');
    ground.check(pull.headSha, 'FAILURE');
    const leftovers = [{ runId: runId('run-0'), taskRef: 'older' }];
    const id = await ground.watch(pull, { leftovers });
    const { launcher, deps, clock } = ground;
    const broken = { ...deps, launcher: { ...launcher, stop: stopsNobody } };
    await decideNext(broken, [id]);
    clock.advance(3_000);
    await decideNext(broken, [id]);
    expect(await ground.state(id)).toMatchObject({ leftovers });
    expect((await ground.state(id)).session).toBeUndefined();
    expect(await ground.look(id)).toBe('CI_FAILED');
    expect(ground.log.of('A look failed').length).toBeGreaterThan(0);
    expect(launcher.stopped.map(({ taskRef }) => taskRef)).toEqual(['older']);
  });

  it('of earlier sessions are stopped where it is switched off, too', async () => {
    const ground = await decideGround();
    const pull = ground.open('fix', { labels: ['ratchet:off'] });
    ground.check(pull.headSha, 'FAILURE');
    const id = await ground.watch(pull, {
      leftovers: [{ runId: runId('run-0'), taskRef: 'older' }],
    });
    expect(await ground.look(id)).toBe('DISABLED');
    expect(ground.launcher.stopped).toHaveLength(1);
  });

  it('that are lost are accounted for by the look that misses them', async () => {
    const ground = await decideGround();
    const { id } = await watched(ground, 'FAILURE');
    await ground.look(id);
    const { taskRef = '', id: run } = await ground.session(id);
    ground.launcher.lose(taskRef);
    await ground.pass(minute);
    expect(await ground.session(id)).toMatchObject({ id: run, suspectedAt: ground.clock.now() });
    await ground.pass(minute);
    expect(await ground.session(id)).toMatchObject({ id: run, launches: 2, phase: 'launching' });
    expect(ground.launcher.launches.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('are stopped when somebody pushes, and what was pushed is looked at anew', async () => {
    const ground = await decideGround();
    const { id } = await watched(ground, 'FAILURE');
    await ground.look(id);
    const { taskRef } = await ground.session(id);
    const moved = ground.hands.commit('fix', { 'src/fix.py': 'new = 2\n' }, { author: 'ann' });
    ground.check(moved, 'FAILURE', { log: 'src/fix.py:1: error: Other\n' });
    await ground.look(id);
    expect(ground.launcher.stopped.map((one) => one.taskRef)).toContain(taskRef);
    expect(await ground.look(id)).toBe('CI_FAILED');
    expect(await ground.session(id)).toMatchObject({ headBefore: moved });
  });
});
