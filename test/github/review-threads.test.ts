import { describe, expect, it } from 'vitest';
import { pullRequestOf } from './ground.ts';
import { lookingGround, openPull } from './looking.ts';

describe('open threads', () => {
  it('are told as they were written, each remark with whose it is', async () => {
    const ground = await lookingGround();
    const { forge, hands, github } = ground;
    const pull = openPull(ground, 'feature');
    const threads = [{ path: 'src/feature.py', line: 1, body: 'Why?' }];
    hands.review(pull.number, { login: 'rita', state: 'COMMENTED', threads });
    const [thread] = pull.threads;
    if (thread === undefined) throw new Error('There is no thread');
    for (let index = 1; index <= 12; index += 1) hands.replyInThread(thread, 'ann', `No ${index}`);
    const ids = [thread.nodeId, 'PRRT_kwDONDEwMDAwMA'];
    const [read, ...others] = await forge.openThreads(pullRequestOf(pull, github), ids);
    expect(others).toEqual([]);
    const place = { path: 'src/feature.py', line: 1, url: expect.stringContaining('/pull/1#') };
    expect(read).toMatchObject({ id: thread.nodeId, ...place });
    const said = read?.remarks.map(({ author, body }) => `${author?.login}: ${body}`);
    const replies = Array.from({ length: 12 }, (_none, index) => `ann: No ${index + 1}`);
    expect(said).toEqual(['rita: Why?', ...replies]);
  });

  it('stand beside reviews that ask for something without a place', async () => {
    const ground = await lookingGround();
    const { forge, hands, github } = ground;
    const pull = openPull(ground, 'feature');
    const body = 'Split it.';
    const review = hands.review(pull.number, { login: 'rita', state: 'CHANGES_REQUESTED', body });
    const read = await forge.openThreads(pullRequestOf(pull, github), [review.nodeId]);
    expect(read).toMatchObject([
      { id: review.nodeId, remarks: [{ author: { login: 'rita' }, body, ours: false }] },
    ]);
    expect(read[0]?.path).toBeUndefined();
  });
});
