import { expect, it } from 'vitest';
import { type GroundOptions, ratchetGround } from './ground.ts';

const npmrc = { '.npmrc': 'node-options=--import=./x.mjs\n', 'src/a.txt': 'one\n' };

/** A pull request that brings a hook of npm, under a policy of its base. */
async function groundWith(policy: object, options: Partial<GroundOptions> = {}) {
  const ground = await ratchetGround({
    files: npmrc,
    config: { policy },
    checkHeads: true,
    ...options,
  });
  const { repository } = ground.pull;
  return {
    ...ground,
    /** What our own check says of a head. */
    checkOf: (sha: string) =>
      (repository.suites.get(sha) ?? [])
        .flatMap(({ runs }) => runs)
        .find(({ name }) => name === 'ratchetr'),
    decidedOf: (sha: string, code: string) =>
      ground.until(`${code} is decided of ${sha}`, async () => {
        const { observation, lastDecision } = (await ground.state()) ?? {};
        return observation?.headSha === sha && lastDecision?.code === code;
      }),
  };
}

it('waits for a person who vouches for this very head, and asks anew after each push', async () => {
  const ground = await groundWith({ judging: 'ask' });
  const first = ground.pull.headSha;
  await ground.decidedOf(first, 'JUDGING_UNVOUCHED');
  expect(ground.checkOf(first)).toMatchObject({
    conclusion: 'ACTION_REQUIRED',
    output: { title: 'A person has to vouch for how it is judged: 1 file changed' },
  });
  await ground.shown(`/ratchet vouch ${first.slice(0, 12)}`);
  ground.shop.comment(1, 'mallory', `/ratchet vouch ${first}`);
  ground.shop.comment(1, 'ann', '/ratchet vouch 0123456789ab');
  await ground.until('the wrong commit is answered', () =>
    ground.pull.comments.some(({ body }) => body.includes('is another commit')),
  );
  await ground.lookAgain();
  expect((await ground.state())?.lastDecision?.code).toBe('JUDGING_UNVOUCHED');
  ground.shop.comment(1, 'ann', `/ratchet vouch ${first.slice(0, 12)}`);
  await ground.decidedOf(first, 'GREEN');
  expect(ground.checkOf(first)).toMatchObject({
    conclusion: 'SUCCESS',
    output: { title: expect.stringMatching(/for which ann vouched$/) },
  });
  await ground.shown('ann vouched for it');
  const second = ground.shop.commit('feature', { 'src/c.txt': 'more\n' }, { author: 'ann' });
  await ground.decidedOf(second, 'JUDGING_UNVOUCHED');
  expect(ground.launched()).toEqual([]);
});

it('starts no session for a change that is refused', async () => {
  const ground = await groundWith({ judgingOf: { hook: 'refuse' } });
  const { headSha } = ground.pull;
  await ground.decidedOf(headSha, 'JUDGING_REFUSED');
  expect(ground.checkOf(headSha)).toMatchObject({ conclusion: 'FAILURE' });
  await ground.shown('A person is needed');
  expect(ground.launched()).toEqual([]);
});

it('tells of it in the comment where it is only told, and is green', async () => {
  const ground = await groundWith({});
  await ground.decided('GREEN');
  await ground.shown('| Changed how it is judged | hook (');
  expect((await ground.state())?.judging).toMatchObject({ standing: 'said', alone: false });
});
