import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ratchetGround } from './ground.ts';

const planner = join(import.meta.dirname, '../../fixtures/programs/plan-words.mjs');
const command = [process.execPath, planner, 'May I?'];

it('asks on the pull request what a plan has to be told, and goes on once somebody answers who may', async () => {
  const ground = await ratchetGround({
    files: { 'src/a.txt': 'one\nBAD two\n' },
    config: { agents: { order: ['plan'], settings: { plan: { command } } } },
  });
  const { shop, pull, log } = ground;
  const before = pull.headSha;
  const asked = () =>
    pull.comments
      .filter(({ body }) => body.includes('ratchetr:question'))
      .map(({ author, body }) => ({ login: author?.login, asks: body.includes('> May I?') }));
  await ground.decided('PARKED');
  await ground.until('it is asked', () => asked().length > 0);
  shop.comment(1, 'zoe', '/ratchet answer You may.');
  await ground.until('zoe is heard', () => log.of('Command of a person').length > 0);
  await ground.lookAgain();
  expect(await ground.state()).toMatchObject({ question: 'May I?', answers: [] });
  expect(pull.headSha).toBe(before);
  shop.comment(1, 'ann', '/ratchet answer You may.');
  await ground.decided('GREEN');
  expect(ground.read('src/a.txt')).toBe('one\ngood two\n');
  expect(ground.commits()).toHaveLength(2);
  expect(asked()).toEqual([{ login: 'ratchetr[bot]', asks: true }]);
  expect(await ground.dead()).toEqual([]);
});
