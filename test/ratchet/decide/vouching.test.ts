import { describe, expect, it } from 'vitest';
import { workspaceState } from '#model/workspace.ts';
import { dispatchRun } from '#ratchet/dispatch-run.ts';
import { decided } from '../dispatch/ground.ts';
import { decideGround, type Ground, installation, minute } from './ground.ts';
import { everybody, kinds, opened, pause, pushes, unchecked } from './launching.ts';

describe('a fork that was switched on', () => {
  const plan = { fromFork: 'mallory' };

  it.each(['FAILURE', 'SUCCESS'] as const)(
    'is worked on as it was then: %s',
    async (conclusion) => {
      const { ground, id } = await opened({ plan, conclusion });
      await ground.look(id);
      await ground.pass(minute);
      expect(kinds(ground)).toContain(conclusion === 'FAILURE' ? 'fixup' : 'check');
    },
  );

  it.each<[string, (ground: Ground) => void]>([
    ['by the label', () => {}],
    [
      'by a command',
      ({ hands }) => {
        hands.unlabel(1, 'ratchet');
        hands.comment(1, 'ann', '/ratchet on');
      },
    ],
  ])('%s asks anew once its owner pushes', async (_, switchOn) => {
    const { ground, pull, id } = await opened({ plan });
    switchOn(ground);
    await ground.look(id);
    const before = kinds(ground).length;
    await pause(ground);
    ground.clock.advance(minute);
    pushes(ground);
    await ground.installations.setPause(installation, undefined);
    await ground.look(id);
    await ground.pass(10 * minute);
    await ground.look(id);
    expect(kinds(ground)).toHaveLength(before);
    const { lastDecision } = await ground.state(id);
    expect(lastDecision).toMatchObject({ code: 'UNVOUCHED', needsHuman: true });
    expect(lastDecision?.reason).toMatch(/after the ratchet was switched on/);
    ground.clock.advance(minute);
    ground.hands.comment(pull.number, 'ann', '/ratchet on');
    await ground.look(id);
    await ground.look(id);
    expect(kinds(ground).length).toBeGreaterThan(before);
  });

  it('and was pushed to before the first look is not run', async () => {
    const { ground, id } = await opened({ plan });
    pushes(ground);
    expect(await ground.look(id)).toBe('UNVOUCHED');
    expect(kinds(ground)).toEqual([]);
  });

  it('is run where those who may write to the repository pushed to it', async () => {
    const { ground, id } = await opened({ plan, ...unchecked });
    pushes(ground, 'ann');
    await ground.look(id);
    expect(kinds(ground)).toEqual(['fixup']);
  });

  it('is not vouched for by a label of a person who may not write', async () => {
    const { ground, pull, id } = await opened({ plan: { fromFork: 'mallory', labels: [] } });
    ground.hands.repository.collaborators.set('tom', 'triage');
    ground.hands.label(pull.number, 'ratchet', 'tom');
    expect(await ground.look(id)).toBe('UNVOUCHED');
    expect(kinds(ground)).toEqual([]);
  });

  it('is not launched for a head that was pushed after the decision', async () => {
    const { ground, id } = await opened({ plan, ...unchecked });
    const { wanted } = await decided(ground, id);
    pushes(ground);
    await dispatchRun(ground.deps, wanted);
    expect(kinds(ground)).toEqual([]);
    expect(await ground.look(id)).toBe('UNVOUCHED');
  });

  it('is not launched for a person who lost the right to write after the decision', async () => {
    const { ground, id } = await opened({
      plan: { fromFork: 'mallory', labels: [] },
      ...unchecked,
    });
    ground.hands.label(1, 'ratchet', 'ann');
    const { wanted } = await decided(ground, id);
    ground.hands.repository.collaborators.set('ann', 'read');
    await dispatchRun(ground.deps, wanted);
    expect(kinds(ground)).toEqual([]);
    expect(await ground.look(id)).toBe('UNVOUCHED');
    expect(kinds(ground)).toEqual([]);
  });

  it('is another try that a person who may write asks for', async () => {
    const { ground, pull, id } = await opened({ plan, ...unchecked });
    pushes(ground);
    expect(await ground.look(id)).toBe('UNVOUCHED');
    ground.clock.advance(minute);
    ground.hands.comment(pull.number, 'ann', '/ratchet retry');
    await ground.look(id);
    await ground.look(id);
    expect(kinds(ground)).toEqual(['fixup']);
  });
});

describe('an author', () => {
  it('who may write needs no other person', async () => {
    const { ground, id } = await opened({ ...everybody(), plan: { author: 'ann', labels: [] } });
    await ground.look(id);
    expect(kinds(ground)).toContain('fixup');
  });

  it('who may write is trusted in a fork of that author', async () => {
    const { ground, id } = await opened({ ...everybody(), plan: { fromFork: 'ann', labels: [] } });
    await ground.look(id);
    expect(kinds(ground)).toContain('fixup');
  });

  it('who may only read is not, though the word for it is listed', async () => {
    const ground = await decideGround(everybody());
    ground.hands.repository.collaborators.set('rob', 'read');
    const pull = ground.open('fix', { fromFork: 'rob', labels: [] });
    ground.check(pull.headSha, 'FAILURE');
    expect(await ground.look(await ground.watch(pull))).toBe('UNTRUSTED_AUTHOR');
    expect(kinds(ground)).toEqual([]);
  });

  it('does not vouch for a fork of another account', async () => {
    const ground = await decideGround(everybody());
    ground.hands.fork('mallory').commit('fix', { 'conftest.py': 'x = 1\n' }, { author: 'mallory' });
    const { hands } = ground;
    const pull = hands.openPull({ head: 'fix', title: 'Fix', author: 'ann', fromFork: 'mallory' });
    ground.check(pull.headSha, 'FAILURE');
    const id = await ground.watch(pull);
    expect(await ground.look(id)).toBe('UNVOUCHED');
    expect(kinds(ground)).toEqual([]);
  });
});

describe('a fork that is hidden from us', () => {
  it('is vouched for by what is said after its head was first seen', async () => {
    const { ground, pull, id } = await opened({ plan: { fromFork: 'mallory' }, ...unchecked });
    ground.deps.forge.pushesOf = async () => undefined;
    ground.clock.advance(1_000);
    expect(await ground.look(id)).toBe('UNVOUCHED');
    // The label was there before: that nothing was pushed since cannot be told, and neither that anything was.
    const { reason } = (await ground.state(id)).lastDecision ?? {};
    expect(reason).toMatch(/^GitHub does not show who pushed to this fork and when/);
    ground.clock.advance(minute);
    ground.hands.comment(pull.number, 'ann', '/ratchet on');
    await ground.look(id);
    await ground.look(id);
    expect(kinds(ground)).toEqual(['fixup']);
  });
});

describe('a push that the forge has not recorded yet', () => {
  it('is not taken for one of the owner of the fork', async () => {
    const { ground, pull, id } = await opened({ plan: { fromFork: 'ann' }, ...unchecked });
    await pause(ground);
    await ground.look(id);
    const { forge } = ground.deps;
    const { pullRequest } = await ground.state(id);
    const recorded = await forge.pushesOf(pullRequest, { repository: 'ann/shop', ref: 'fix' });
    ground.clock.advance(minute);
    const files = { 'conftest.py': 'x = 1\n' };
    const head = ground.hands.fork('ann').commit('fix', files, { author: 'mallory' });
    ground.check(head, 'FAILURE');
    ground.deps.forge.pushesOf = async () => recorded;
    await ground.installations.setPause(installation, undefined);
    expect(pull.headSha).toBe(head);
    expect(await ground.look(id)).toBe('UNVOUCHED');
    expect(kinds(ground)).toEqual([]);
  });
});

it('is not vouched for by what an operator said within the second of a push', async () => {
  const { ground, id } = await opened({
    plan: { fromFork: 'mallory', labels: [] },
    ...unchecked,
  });
  ground.clock.advance(minute);
  const told = ground.clock.now() + 500;
  const files = { 'conftest.py': 'x = 1\n' };
  const head = ground.hands.fork('mallory').commit('fix', files, { author: 'mallory' });
  ground.check(head, 'FAILURE');
  await ground.workspaces.commit({
    seen: await ground.head(id),
    next: { ...(await ground.state(id)), switched: { to: 'on', by: 'ann', at: told } },
    commands: [],
    now: ground.clock.now(),
    token: 'on',
    dueAt: ground.clock.now(),
  });
  expect(await ground.look(id)).toBe('UNVOUCHED');
  expect(kinds(ground)).toEqual([]);
});

it('reads what the version before wrote down, and asks what that did not know', async () => {
  const { ground, id } = await opened({ plan: { fromFork: 'mallory' } });
  pushes(ground);
  await ground.look(id);
  const head = await ground.head(id);
  const { vouching: _, ...older } = head.state;
  const { labelledOn: __, archived: ___, ...observation } = older.observation ?? {};
  const next = workspaceState.parse({ ...older, observation });
  await ground.workspaces.commit({
    seen: head,
    next,
    commands: [],
    now: ground.clock.now(),
    token: 'older',
    dueAt: ground.clock.now(),
  });
  await ground.pass(minute);
  expect(await ground.code(id)).toBe('UNVOUCHED');
  expect(kinds(ground)).toEqual([]);
});
