import { describe, expect, it } from 'vitest';
import type { ForgeAction } from '#model/decision.ts';
import { runForgeAction } from '#ratchet/run-forge-action.ts';
import { aWorkspaceState } from '../support/samples.ts';
import { shaOf } from '../github/ground.ts';
import { decideGround, minute } from './decide/ground.ts';

/** A pull request that failed, and was looked at. */
async function failed(config: object = {}) {
  const ground = await decideGround({ config: { policy: { checkHeads: false }, ...config } });
  const pull = ground.open('fix', { labels: [] });
  const run = ground.check(pull.headSha, 'FAILURE');
  const id = await ground.watch(pull);
  await ground.look(id);
  const headSha = shaOf(pull.headSha);
  const checks = (await ground.state(id)).observation?.ci.failed ?? [];
  const rerun: ForgeAction = { kind: 'rerun', headSha, checks };
  const update: ForgeAction = {
    kind: 'update',
    headSha,
    baseSha: shaOf(ground.hands.head('main')),
  };
  const act = (action: ForgeAction) => runForgeAction(ground.deps, { workspaceId: id, action });
  return { ground, pull, id, run, rerun, update, act };
}

it('lets a failed check run once more, and looks again', async () => {
  const { ground, id, run, rerun, act } = await failed();
  const { wakeSeq } = await ground.head(id);
  await act(rerun);
  expect(run.superseded).toBe(true);
  expect(await ground.head(id)).toMatchObject({ wakeSeq: wakeSeq + 1, dueAt: ground.clock.now() });
});

describe('an update of the branch', () => {
  it('merges the base, and neither counts nor resets', async () => {
    const { ground, pull, id, update, act } = await failed();
    const head = await ground.head(id);
    const next = {
      ...head.state,
      consecutiveFixupAttempts: 2,
      updatedFrom: { headSha: update.headSha, baseSha: shaOf(ground.hands.head('main')) },
    };
    await ground.workspaces.commit({
      seen: head,
      next,
      commands: [],
      now: ground.clock.now(),
      token: 'two',
    });
    const base = ground.hands.commit('main', { 'src/other.py': 'other = 1\n' });
    await act(update);
    await ground.github.world.idle();
    expect(ground.hands.repository.git.commit(pull.headSha)?.parents).toEqual([
      update.headSha,
      base,
    ]);
    await ground.look(id);
    expect(await ground.state(id)).toMatchObject({
      consecutiveFixupAttempts: 2,
      observation: { headSha: pull.headSha },
    });
    ground.hands.commit('fix', { 'src/fix.py': 'new = 2\n' }, { author: 'ann' });
    await ground.look(id);
    expect(await ground.state(id)).toMatchObject({ consecutiveFixupAttempts: 0 });
  });

  it('that GitHub refuses is told, and looked at again', async () => {
    const { ground, pull, id, update, act } = await failed();
    ground.hands.commit('main', { 'src/other.py': 'other = 1\n' });
    const moved = ground.hands.commit('fix', { 'src/fix.py': 'new = 2\n' }, { author: 'ann' });
    await act(update);
    await ground.github.world.idle();
    expect(pull.headSha).toBe(moved);
    expect(ground.log.of('Branch is brought up to date')).toMatchObject([
      { workspaceId: id, kind: 'refused' },
    ]);
  });
});

describe('nothing is asked for', () => {
  it('of another head than was decided about', async () => {
    const { ground, pull, id, run, rerun, update, act } = await failed();
    const moved = ground.hands.commit('fix', { 'src/fix.py': 'new = 2\n' }, { author: 'ann' });
    ground.hands.commit('main', { 'src/other.py': 'other = 1\n' });
    await ground.look(id);
    await act(rerun);
    await act(update);
    await ground.github.world.idle();
    expect(run.superseded).toBe(false);
    expect(pull.headSha).toBe(moved);
    expect(ground.log.of('Forge action is out of date')).toEqual([
      { workspaceId: id, action: 'rerun' },
      { workspaceId: id, action: 'update' },
    ]);
  });

  it('while a session works on the branch', async () => {
    const { ground, pull, id, run, rerun, act } = await failed();
    ground.hands.label(pull.number, 'ratchet');
    expect(await ground.look(id)).toBe('CI_FAILED');
    await act(rerun);
    expect(run.superseded).toBe(false);
  });

  it('for what nobody watches', async () => {
    const { ground, rerun } = await failed();
    await runForgeAction(ground.deps, { workspaceId: aWorkspaceState().id, action: rerun });
    await ground.pass(minute);
    expect(ground.log.of('Checks run once more')).toEqual([]);
  });
});
