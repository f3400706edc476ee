import { describe, expect, it } from 'vitest';
import { ratchetGround, ratchetScene, watching } from './ground.ts';

const bad = { 'src/a.txt': 'one\nBAD two\n' };

/** A session whose agent is at work for as long as the test likes. */
async function inSession(options: Partial<Parameters<typeof ratchetGround>[0]> = {}) {
  const ground = await ratchetGround({ files: bad, ...options });
  ground.holdAgent();
  await ground.until('the agent works', () => ground.begun().length === 1);
  return ground;
}

describe('while a session is under way', () => {
  it('the base may move: what was repaired is pushed all the same', async () => {
    const ground = await inSession();
    const before = ground.pull.headSha;
    ground.shop.commit('main', { 'src/kept.txt': 'kept otherwise\n' });
    ground.letAgentGo();
    await ground.decided('GREEN');
    expect(ground.commits()).toMatchObject([{ parents: [before] }, { sha: before }]);
    expect(ground.launched()).toHaveLength(1);
  });

  it('the pull request may be closed: its worker is stopped first, and nothing is pushed', async () => {
    const ground = await inSession();
    const before = ground.pull.headSha;
    ground.shop.closePull(1, 'ann');
    await ground.decided('CLOSED');
    expect(ground.alive()).toEqual([]);
    expect(ground.pull.headSha).toBe(before);
    const milestones = await ground.milestones();
    expect(milestones.slice(-3)).toEqual(['STOPPING', 'SESSION cancelled', 'CLOSED']);
    const { session, archivedAt } = (await ground.state()) ?? {};
    expect({ session, archivedAt }).toEqual({ archivedAt: expect.any(Number) });
    ground.letAgentGo();
    ground.shop.reopen(1, 'ann');
    await ground.decided('GREEN');
    expect(ground.commits()).toHaveLength(2);
  });

  it('a person may push: the session is dropped, and the next one takes both', async () => {
    const ground = await inSession();
    const pushed = ground.shop.commit('feature', { 'src/a.txt': 'BAD three\n' }, { author: 'ann' });
    await ground.until('the next agent works', () => ground.begun().length === 2);
    ground.letAgentGo();
    await ground.decided('GREEN');
    expect(ground.commits()[0]).toMatchObject({ parents: [pushed] });
    expect(ground.commits()).toHaveLength(3);
    expect(ground.read('src/a.txt')).toBe('good three\n');
    expect(await ground.milestones()).toContain('SESSION cancelled');
  });

  it('a person may push at the last moment: the branch is theirs, and the session begins anew', async () => {
    const ground = await inSession();
    const { routes } = ground.own.github.faults;
    let theirs: string | undefined;
    routes.push({
      matches: (request) => {
        if (theirs === undefined && request.startsWith('PATCH /repos/octo/shop/git/refs/')) {
          theirs = ground.shop.commit('feature', { 'src/b.txt': 'BAD three\n' }, { author: 'ann' });
        }
        return false;
      },
      does: 'break',
    });
    ground.letAgentGo();
    await ground.decided('GREEN');
    const [ours, human] = ground.commits();
    expect(human?.sha).toBe(theirs);
    expect(ours?.parents).toEqual([theirs]);
    expect(await ground.milestones()).toContain('SESSION lost-race');
    expect(ground.read('src/b.txt')).toBe('good three\n');
  });

  it('a person may stop it: nothing is pushed', async () => {
    const ground = await inSession();
    const before = ground.pull.headSha;
    ground.shop.comment(1, 'ann', '/ratchet stop');
    await ground.decided('DISABLED');
    await ground.until('nobody works', () => ground.alive().length === 0);
    ground.letAgentGo();
    await ground.lookAgain();
    expect(ground.pull.headSha).toBe(before);
    expect((await ground.state())?.session).toBeUndefined();
  });
});

describe('between the decision and the launch', () => {
  it('the ratchet may be switched off: no worker is launched', async () => {
    const first = await inSession({ workers: 1 });
    const pull = first.openPull('other');
    const second = watching(first, pull);
    await second.until('it is reserved', async () => (await second.state())?.session !== undefined);
    first.shop.unlabel(pull.number, 'ratchet');
    await second.until('it is off', async () => (await second.state())?.enabled === false);
    first.letAgentGo();
    await second.decided('DISABLED');
    expect(await second.milestones()).toEqual([
      'CI_FAILED',
      expect.stringMatching(/cancelled$/),
      'DISABLED',
    ]);
    await first.decided('GREEN');
    expect(first.begun()).toEqual(['fix']);
    expect(second.commits()).toHaveLength(1);
  });
});

describe('two control planes in one folder', () => {
  it('come to one repair', async () => {
    const scene = await ratchetScene({ files: bad });
    await scene.start();
    await scene.start();
    const ground = watching(scene, scene.openPull());
    await ground.decided('GREEN');
    await ground.lookAgain();
    expect(ground.commits()).toHaveLength(2);
    expect(ground.begun()).toEqual(['fix']);
    expect(ground.launched()).toHaveLength(1);
  });
});
