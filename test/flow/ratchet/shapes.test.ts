import { describe, expect, it } from 'vitest';
import { isBad } from './ci.ts';
import { ratchetGround } from './ground.ts';

const bad = { 'src/a.txt': 'one\nBAD two\n' };

describe('the ratchet', () => {
  it('sees the one of 127 checks that fails, on whichever page it is', async () => {
    const ground = await ratchetGround({
      files: bad,
      ci: false,
      before: ({ shop }) => {
        shop.onHead(({ sha, ref }) => {
          if (ref === 'refs/heads/main') return;
          for (let number = 1; number <= 127; number += 1) {
            const check = shop.startCheck({ sha, name: `check ${number}` });
            const isRed = number === 120 && isBad(shop, sha);
            shop.completeCheck(check, { conclusion: isRed ? 'FAILURE' : 'SUCCESS' });
          }
        });
      },
    });
    await ground.told('CI_FAILED');
    await ground.decided('GREEN');
    const [facts] = await ground.factsAt('CI_FAILED');
    expect(facts?.failed.map(({ name }) => name)).toEqual(['check 120']);
    expect(ground.commits()).toHaveLength(2);
    expect((await ground.state())?.observation?.ci.runIds).toHaveLength(127);
  });

  it('offers a patch where it may not push, and leaves the fork alone', async () => {
    const ground = await ratchetGround({ files: bad, fromFork: 'zoe' });
    const before = ground.pull.headSha;
    // A private fork does not show who pushed and when, so what is said once its head was seen vouches for it.
    await ground.decided('UNVOUCHED');
    const seenAt = (await ground.state())?.observation?.headSeenAt ?? Infinity;
    await ground.until('the second is over', () => Date.now() >= seenAt + 1_000);
    ground.shop.comment(1, 'ann', '/ratchet on');
    await ground.decided('PARKED');
    expect(await ground.milestones()).toEqual([
      'UNVOUCHED',
      'WAIT ann switched the ratchet on.',
      'CI_FAILED',
      'SESSION running',
      'SESSION finished',
      'BREAK no-push',
      'PARKED',
    ]);
    const patches = () => ground.pull.comments.filter(({ body }) => body.includes('+good two'));
    await ground.until('the patch is offered', () => patches().length === 1);
    expect(patches()[0]?.author?.login).toBe('ratchetr[bot]');
    expect(ground.pull.headSha).toBe(before);
  });

  it('resolves a conflict with the base by a commit of two parents', async () => {
    const ground = await ratchetGround({
      base: { 'src/a.txt': 'one\nline\n' },
      files: { 'src/a.txt': 'one\nour line\n' },
      meanwhile: { 'src/a.txt': 'one\ntheir line\n' },
    });
    const before = ground.pull.headSha;
    await ground.decided('GREEN');
    expect(ground.begun()).toEqual(['resolve_conflict']);
    const [merge] = ground.commits();
    expect(merge?.parents).toEqual([before, ground.shop.head('main')]);
    expect(ground.read('src/a.txt')).toBe('one\nour line\ntheir line\n');
    expect(await ground.milestones()).toContain('MERGE_CONFLICT');
  });

  it('has the forge sign its commit where the branch takes signed ones only', async () => {
    const ground = await ratchetGround({
      files: bad,
      before: ({ shop }) => shop.protect('feature', { requiredSignatures: true }),
    });
    const before = ground.pull.headSha;
    await ground.decided('GREEN');
    const [commit] = ground.commits();
    expect(commit).toMatchObject({
      parents: [before],
      message: expect.stringContaining('\nRatchetr-Run: run-'),
    });
    expect(ground.own.github.world.signedCommits.has(ground.pull.headSha)).toBe(true);
    expect(ground.read('src/a.txt')).toBe('one\ngood two\n');
  });

  it('does what a review asks for, and answers in the thread', async () => {
    const ground = await ratchetGround({ files: { 'src/a.txt': 'one\n' } });
    await ground.decided('GREEN');
    ground.shop.review(1, {
      login: 'ann',
      state: 'CHANGES_REQUESTED',
      threads: [{ path: 'src/a.txt', line: 1, body: 'Say that it was asked.' }],
    });
    await ground.told('GREEN', 2);
    expect(ground.read('src/a.txt')).toBe('one\n// as was asked\n');
    const [thread] = ground.pull.threads;
    await ground.until('it is answered', () => thread?.comments.length === 2);
    expect(thread?.comments[1]?.body).toContain(ground.pull.headSha.slice(0, 7));
    expect(ground.begun()).toEqual(['address_review']);
  });
});
