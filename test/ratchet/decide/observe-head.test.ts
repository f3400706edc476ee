import { describe, expect, it } from 'vitest';
import { decideNext } from '#ratchet/decide-next.ts';
import { decideGround, minute, watched } from './ground.ts';

describe('a pull request that is over', () => {
  it('is archived when closed, and taken up again when reopened', async () => {
    const ground = await decideGround();
    const { pull, id } = await watched(ground, 'FAILURE');
    ground.hands.closePull(pull.number);
    expect(await ground.look(id)).toBe('CLOSED');
    expect(await ground.head(id)).toMatchObject({ state: { archivedAt: ground.clock.now() } });
    expect((await ground.head(id)).dueAt).toBeUndefined();
    ground.hands.reopen(pull.number);
    expect(await ground.look(id)).toBe('CI_FAILED');
    expect((await ground.state(id)).archivedAt).toBeUndefined();
  });

  it('is done when merged', async () => {
    const ground = await decideGround();
    const { pull, id } = await watched(ground, 'SUCCESS');
    await ground.hands.mergePull(pull.number);
    expect(await ground.look(id)).toBe('MERGED');
    expect((await ground.head(id)).dueAt).toBeUndefined();
  });

  it('is done when our access is gone', async () => {
    const ground = await decideGround();
    const { id } = await watched(ground);
    await ground.look(id);
    ground.installation.suspended = true;
    ground.clock.advance(2 * 60 * minute);
    expect(await ground.look(id)).toBe('NO_PULL_REQUEST');
    ground.installation.suspended = false;
    expect(await ground.look(id)).toBe('CI_RUNNING');
  });

  it('is forgotten where it was gone before anybody saw it', async () => {
    const ground = await decideGround();
    const { id } = await watched(ground);
    ground.installation.suspended = true;
    expect(await ground.look(id)).toBeUndefined();
    expect((await ground.head(id)).dueAt).toBeUndefined();
    expect(await ground.story(id)).toEqual([]);
  });

  it('has its worker stopped first, and is told to be over only then', async () => {
    const ground = await decideGround();
    const { pull, id } = await watched(ground, 'FAILURE');
    await ground.look(id);
    const { taskRef } = await ground.session(id);
    ground.hands.closePull(pull.number);
    await ground.look(id);
    expect(ground.launcher.stopped[0]?.taskRef).toBe(taskRef);
    await ground.look(id);
    expect((await ground.story(id)).slice(-3)).toEqual(['STOPPING', 'cancelled', 'CLOSED']);
    expect(await ground.state(id)).toMatchObject({ consecutiveFixupAttempts: 0 });
    expect((await ground.state(id)).session).toBeUndefined();
  });
});

it('follows a repository that was renamed', async () => {
  const ground = await decideGround();
  const { id, pull } = await watched(ground);
  await ground.look(id);
  ground.hands.rename('store');
  ground.hands.retitle(pull.number, 'Open the store');
  expect(await ground.look(id)).toBe('CI_RUNNING');
  const { pullRequest, observation } = await ground.state(id);
  // By these names it is known whether the branch lies in a fork.
  expect(pullRequest).toMatchObject({ owner: 'acme', name: 'store' });
  expect(observation?.headRepository).toBe('acme/store');
});

it('stays with a pull request whose fork was deleted, and does not fix it', async () => {
  const ground = await decideGround({
    config: { policy: { checkHeads: false, forks: 'observe' } },
  });
  const pull = ground.open('fix', { fromFork: 'mona' });
  ground.check(pull.headSha, 'FAILURE');
  const id = await ground.watch(pull);
  ground.hands.deleteFork('mona');
  expect(await ground.look(id)).toBe('FORK');
  expect(ground.launcher.launches).toEqual([]);
});

it('listens to a reviewer once that person may write, whatever the association says', async () => {
  const ground = await decideGround();
  const { hands } = ground;
  const { pull, id } = await watched(ground, 'SUCCESS');
  // Whoever was invited to read only is a collaborator all the same.
  hands.repository.collaborators.set('rita', 'read');
  const threads = [{ path: 'src/fix.py', line: 1, body: 'Name it better.' }];
  hands.review(pull.number, { login: 'rita', state: 'CHANGES_REQUESTED', threads });
  await ground.look(id);
  ground.clock.advance(minute);
  expect(await ground.look(id)).toBe('GREEN');
  expect((await ground.state(id)).observation?.review).toEqual({
    openThreads: [],
    changesRequestedBy: [],
  });
  expect(ground.launcher.launches).toEqual([]);
  hands.repository.collaborators.set('rita', 'write');
  await ground.workspaces.wake(id, ground.clock.now());
  expect(await ground.look(id)).toBe('REVIEW');
});

describe('settings', () => {
  it('are those of the base branch, whatever the branch says', async () => {
    const ground = await decideGround({ config: { enabled: true, policy: { checkHeads: false } } });
    const files = { 'ratchetr.yaml': 'enabled: false\n', 'src/fix.py': 'new = 1\n' };
    const pull = ground.open('fix', { files, labels: [] });
    ground.check(pull.headSha, 'FAILURE');
    const id = await ground.watch(pull);
    expect(await ground.look(id)).toBe('CI_FAILED');
  });

  it('that cannot be used let nothing be fixed, and the line that is wrong is said', async () => {
    const ground = await decideGround();
    ground.hands.commit('main', { 'ratchetr.yaml': 'version: 1\n\nenabledd: true\n' });
    const { id } = await watched(ground, 'FAILURE');
    expect(await ground.look(id)).toBe('CONFIG_BROKEN');
    const { lastDecision } = await ground.state(id);
    expect(lastDecision).toMatchObject({ action: 'CLEANUP_ONLY', needsHuman: true });
    expect(lastDecision?.reason).toMatch(/ratchetr\.yaml:3\b.*enabledd/);
    expect(ground.launcher.launches).toEqual([]);
    expect((await ground.head(id)).dueAt).toBe(ground.clock.now() + 10 * minute);
    ground.configure({ policy: { checkHeads: false } });
    expect(await ground.look(id)).toBe('CI_FAILED');
  });

  it('that are no text let nothing be fixed either, and what is wrong is said', async () => {
    const ground = await decideGround();
    ground.hands.commit('main', { 'ratchetr.yaml': 'version: 1\0' });
    const { id } = await watched(ground, 'FAILURE');
    expect(await ground.look(id)).toBe('CONFIG_BROKEN');
    const { lastDecision } = await ground.state(id);
    expect(lastDecision).toMatchObject({ action: 'CLEANUP_ONLY', needsHuman: true });
    expect(lastDecision?.reason).toContain('ratchetr.yaml: it is binary; write it as a plain text');
    expect(ground.launcher.launches).toEqual([]);
    ground.configure({ policy: { checkHeads: false } });
    expect(await ground.look(id)).toBe('CI_FAILED');
  });

  it('that could not be used for a while change no counter, and what was not checked is checked then', async () => {
    const ground = await decideGround({ config: { enabled: true, policy: { checkHeads: true } } });
    const pull = ground.open('fix', { labels: [] });
    ground.check(pull.headSha, 'FAILURE');
    const kept = { enabled: true, consecutiveFixupAttempts: 2 };
    const id = await ground.watch(pull, kept);
    ground.hands.commit('main', { 'ratchetr.yaml': 'version: 2\n' });
    expect(await ground.look(id)).toBe('CONFIG_BROKEN');
    const broken = await ground.state(id);
    expect(broken).toMatchObject(kept);
    expect([broken.check, broken.checkedSha]).toEqual([undefined, undefined]);
    ground.configure({ enabled: true, policy: { checkHeads: true } });
    expect(await ground.look(id)).toBe('CI_FAILED');
    expect(await ground.state(id)).toMatchObject(kept);
  });

  describe('of the merge base', () => {
    const checking = { enabled: true, policy: { checkHeads: true } };

    async function checkedPull() {
      const ground = await decideGround({ config: checking });
      const older = ground.hands.head('main');
      ground.configure({ ...checking, retry: { fixups: 2 } });
      const pull = ground.open('fix', { labels: [] });
      ground.check(pull.headSha, 'SUCCESS');
      const id = await ground.watch(pull);
      await ground.look(id);
      const first = (await ground.state(id)).check?.id;
      expect(first).toBeDefined();
      return { ...ground, pull, id, first, older };
    }

    it('are those of a check, so others at the tip of the base check no head once more', async () => {
      const ground = await checkedPull();
      ground.configure({ ...checking, retry: { fixups: 1 } });
      await ground.look(ground.id);
      expect((await ground.state(ground.id)).check?.id).toBe(ground.first);
    });

    it('check the same head once more where they are others, and then no more', async () => {
      const ground = await checkedPull();
      const { hands, pull, id, first } = ground;
      hands.commit('older', { 'a.txt': 'a' }, { parents: [ground.older] });
      hands.retarget(pull.number, 'older');
      await ground.look(id);
      const again = (await ground.state(id)).check;
      expect(again).toMatchObject({ headSha: pull.headSha });
      expect(again?.id).not.toBe(first);
      expect(ground.launcher.stopped).toHaveLength(1);
      hands.commit('older', { 'a.txt': 'b' });
      await ground.look(id);
      expect((await ground.state(id)).check?.id).toBe(again?.id);
    });

    it('check it once more also under other settings of whoever runs the ratchet', async () => {
      const { deps, workspaces, clock, id, first, state } = await checkedPull();
      await workspaces.wake(id, clock.now());
      await decideNext({ ...deps, overrides: [{ path: 'retry.fixups', text: '1' }] }, [id]);
      expect((await state(id)).check?.id).not.toBe(first);
    });
  });

  it('that cannot be used do not keep anybody from watching', async () => {
    const ground = await decideGround();
    ground.hands.commit('main', { 'ratchetr.yaml': 'version: 2\n' });
    const { id } = await watched(ground);
    expect(await ground.look(id)).toBe('CI_RUNNING');
  });
});
