import { expect, it } from 'vitest';
import { ratchetGround } from './ground.ts';

/** The environment of somebody who has no App, but a token of his own. */
function tokenOnly(): Record<string, string> {
  return {
    RATCHETR_GITHUB_APP_ID: '',
    RATCHETR_GITHUB_PRIVATE_KEY: '',
    RATCHETR_POLICY_CHECK_HEADS: 'true',
  };
}

it('goes its whole way with a plain token and without any webhook', async () => {
  const env = tokenOnly();
  const ground = await ratchetGround({
    files: { 'src/a.txt': 'one\nBAD two\n' },
    env,
    before: ({ github }) => {
      env['RATCHETR_GITHUB_TOKEN'] = github.world.userToken('octo', { scopes: ['repo'] }).token;
      github.faults.webhooks.drop = true;
    },
  });
  const before = ground.pull.headSha;
  await ground.decided('GREEN');
  await ground.shown('✅ Green');
  expect(ground.commits()).toMatchObject([{ parents: [before] }, { sha: before }]);
  expect(ground.read('src/a.txt')).toBe('one\ngood two\n');
  expect(ground.begun()).toEqual(['fix']);
  const { statuses } = ground.shop.repository;
  const own = () =>
    statuses.get(ground.pull.headSha)?.filter(({ context }) => context === 'ratchetr');
  await ground.until(
    'the head is checked',
    () => own()?.some(({ state }) => state === 'SUCCESS') === true,
  );
  const voices = [
    ...(own() ?? []).map(({ creator }) => creator),
    ...ground.pull.comments.map(({ author }) => author),
  ];
  expect(new Set(voices.map((voice) => voice?.login))).toEqual(new Set(['octo']));
  // What we write in the name of a person is ours, and what that person writes is not.
  ground.shop.comment(1, 'octo', '/ratchet off');
  await ground.decided('DISABLED');
  expect(await ground.dead()).toEqual([]);
});
