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

it('asks for a person where a push did one thing that a review asked for, and left another', async () => {
  const ground = await ratchetGround({
    files: { 'src/a.txt': 'one\n', 'src/b.txt': 'KEEP two\n' },
  });
  const { shop, pull } = ground;
  ground.order('choose');
  await ground.decided('GREEN');
  const remarks = ['src/a.txt', 'src/b.txt'].map((path) => ({ path, line: 1, body: 'Say three.' }));
  shop.review(1, { login: 'ann', state: 'COMMENTED', threads: remarks });
  await ground.decided('REVIEW_LEFT');
  expect(ground.read('src/a.txt')).toBe('one\n// as was asked\n');
  expect(ground.read('src/b.txt')).toBe('KEEP two\n');
  const [done, left] = pull.threads;
  await ground.until('both are answered', () =>
    pull.threads.every(({ comments }) => comments.length === 2),
  );
  expect(done?.comments[1]?.body).toMatch(/^(?:<!--.*-->\s*)?Addressed in/);
  expect(left?.comments[1]?.body).toContain('Nothing was changed for this');
  await ground.lookAgain();
  expect(await ground.state()).toMatchObject({
    lastDecision: { code: 'REVIEW_LEFT', needsHuman: true },
    consecutiveFixupAttempts: 1,
  });
  if (left === undefined) throw new Error('The review has one thread only');
  shop.resolveThread(left, 'ann');
  await ground.told('GREEN', 2);
  expect(ground.commits()).toHaveLength(2);
});

it('works on what a request for changes says of the whole pull request', async () => {
  const ground = await ratchetGround({ files: { 'src/a.txt': 'one\n' } });
  ground.order('try');
  await ground.decided('GREEN');
  ground.shop.review(1, { login: 'ann', state: 'CHANGES_REQUESTED', body: 'Split it.' });
  await ground.told('GREEN', 2);
  expect(ground.begun()).toEqual(['address_review']);
  expect(ground.commits()).toMatchObject([
    { message: expect.stringMatching(/^Address a review\n/) },
    {},
  ]);
});
