import { expect, it } from 'vitest';
import { ratchetGround } from './ground.ts';

it('asks for a person where a review was answered and nothing was changed, until it is resolved', async () => {
  const ground = await ratchetGround({ files: { 'src/a.txt': 'one\n' } });
  const { shop, pull } = ground;
  ground.order('decline');
  await ground.decided('GREEN');
  const remark = { path: 'src/a.txt', line: 1, body: 'Say two.' };
  shop.review(1, { login: 'ann', state: 'COMMENTED', threads: [remark] });
  const [thread] = pull.threads;
  if (thread === undefined) throw new Error('The review has no thread');
  await ground.decided('REVIEW_LEFT');
  expect(thread.comments.map(({ author }) => author?.login)).toEqual(['ann', 'ratchetr[bot]']);
  expect(await ground.state()).toMatchObject({ lastDecision: { needsHuman: true } });
  await ground.shown('A person is needed');
  await ground.lookAgain();
  expect(ground.begun()).toEqual(['address_review']);

  shop.comment(1, 'ann', '/ratchet retry');
  await ground.told('REVIEW_LEFT', 2);
  expect(ground.begun()).toEqual(['address_review', 'address_review']);
  await ground.until('it is answered again', () => thread.comments.length === 3);

  shop.resolveThread(thread, 'ann');
  await ground.told('GREEN', 2);
  expect((await ground.story()).at(-1)).toBe('GREEN');
  expect(ground.commits()).toHaveLength(1);
});
