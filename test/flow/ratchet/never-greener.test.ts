import { describe, expect, it } from 'vitest';
import { ratchetGround } from './ground.ts';

const files = { 'src/b.txt': 'two\n' };

describe('the ratchet is never greener than the forge', () => {
  it('where a job fails for a push and passes for the pull request', async () => {
    const ground = await ratchetGround({
      files,
      ci: false,
      before: ({ shop }) =>
        shop.onHead(({ sha, pull }) => {
          if (pull === undefined) return;
          const isFirst = shop.read('src/b.txt', sha) === 'two\n' && pull.comments.length === 0;
          for (const event of ['push', 'pull_request']) {
            const run = shop.startCheck({ sha, name: 'words', event });
            const isRed = event === 'push' && isFirst;
            shop.completeCheck(run, { conclusion: isRed ? 'FAILURE' : 'SUCCESS', log: 'a word\n' });
          }
        }),
    });
    ground.order('decline');
    await ground.told('CI_FAILED');
    const [facts] = await ground.factsAt('CI_FAILED');
    expect(facts?.failed).toMatchObject([{ name: 'words', event: 'push' }]);
    expect(await ground.story()).not.toContain('GREEN');
  });

  it('where the workflows of a fork wait for an approval, until they have run', async () => {
    const ground = await ratchetGround({
      files,
      fromFork: 'zoe',
      ci: false,
      before: ({ shop }) =>
        shop.onHead(({ sha, pull }) => {
          if (pull !== undefined) shop.startSuite({ sha, conclusion: 'ACTION_REQUIRED' });
        }),
    });
    await ground.decided('APPROVAL_NEEDED');
    await ground.shown('These workflows wait for the approval of a person with write access');
    await ground.shown('A person is needed');
    expect(await ground.story()).not.toContain('GREEN');
    const { headSha: sha } = ground.pull;
    ground.shop.completeCheck(ground.shop.startCheck({ sha, name: 'words' }), {
      conclusion: 'SUCCESS',
    });
    await ground.decided('GREEN');
  });

  it('where a status stays pending, which is told by name', async () => {
    const ground = await ratchetGround({
      files,
      config: { timeouts: { waitingForChecks: '2s' } },
      ci: { verdict: () => 'FAILURE' },
      before: ({ shop }) =>
        shop.onHead(({ sha, pull }) => {
          if (pull !== undefined) shop.status({ sha, context: 'tide', state: 'PENDING' });
        }),
    });
    await ground.until('it is asked for a person', async () => {
      await ground.lookAgain();
      return (await ground.state())?.lastDecision?.code === 'RUNNING_TOO_LONG';
    });
    for (const words of ['These checks do not end', 'tide', 'UTC']) await ground.shown(words);
    expect(ground.begun()).toEqual([]);
  });
});
