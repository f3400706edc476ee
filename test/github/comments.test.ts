import { beforeEach, describe, expect, it } from 'vitest';
import { createForgeWriting } from '#github/forge.ts';
import { type Speaking, speaking } from './speaking.ts';

let on: Speaking;

beforeEach(async () => {
  on = await speaking();
});

const marker = '<!-- ratchetr:status -->';

const bodies = () => on.pull.comments.map(({ body }) => body);

/** As a workflow run has it: a token of an installation that nobody knows as an App. */
function asWorkflowRun(): ReturnType<typeof createForgeWriting> {
  const { token } = on.github.world.installationToken(on.installation);
  return createForgeWriting(on.clientWithToken(token), on);
}

describe('with a token that REST does not say the owner of, a comment', () => {
  it('of somebody else keeps back none of ours, and ours is known', async () => {
    const writing = asWorkflowRun();
    for (const markdown of ['Forged', 'Forged again']) {
      on.hands.comment(on.pull.number, 'mia', `${marker}\n${markdown}`);
    }
    await writing.addComment(on.at, marker, 'One');
    await writing.addComment(on.at, marker, 'One');
    expect(bodies().slice(2)).toEqual([`${marker}\nOne`]);
    await writing.putComment(on.at, { marker, markdown: 'Two' });
    expect(bodies().slice(2)).toEqual([`${marker}\nTwo`]);
  });
});

describe('a comment', () => {
  it('is made once and then edited', async () => {
    const id = await on.writing.putComment(on.at, { marker, markdown: 'One' });
    expect(await on.writing.putComment(on.at, { id, marker, markdown: 'Two' })).toBe(id);
    expect(bodies()).toEqual([`${marker}\nTwo`]);
  });

  it('is found again where its id was lost, also behind many others', async () => {
    for (let n = 0; n < 120; n += 1) on.hands.comment(on.pull.number, 'mia', `Comment ${n}`);
    const id = await on.writing.putComment(on.at, { marker, markdown: 'One' });
    expect(await on.writing.putComment(on.at, { marker, markdown: 'Two' })).toBe(id);
    expect(bodies().filter((body) => body.startsWith(marker))).toEqual([`${marker}\nTwo`]);
  });

  it('is left alone where it says the same already', async () => {
    await on.writing.putComment(on.at, { marker, markdown: 'One' });
    on.github.counters.reset();
    await on.writing.putComment(on.at, { marker, markdown: 'One' });
    expect(on.github.counters.writes).toBe(0);
  });

  it('is made again where somebody deleted it', async () => {
    const id = await on.writing.putComment(on.at, { marker, markdown: 'One' });
    on.pull.comments.splice(0);
    const comment = [...on.github.world.nodes.values()].find(({ kind }) => kind === 'IssueComment');
    on.github.world.nodes.delete(comment?.nodeId ?? '');
    expect(await on.writing.putComment(on.at, { id, marker, markdown: 'Two' })).not.toBe(id);
    expect(bodies()).toEqual([`${marker}\nTwo`]);
  });

  it('of somebody else is never taken for ours', async () => {
    on.hands.comment(on.pull.number, 'mia', `${marker}\nForged`);
    await on.writing.putComment(on.at, { marker, markdown: 'One' });
    expect(bodies()).toEqual([`${marker}\nForged`, `${marker}\nOne`]);
  });

  it('is made once by several that are in a hurry, and says what the last one said', async () => {
    const words = ['One', 'Two', 'Three'];
    await Promise.all(words.map((markdown) => on.writing.putComment(on.at, { marker, markdown })));
    await Promise.all(words.map(() => on.writing.addComment(on.at, '<!-- other -->', 'Once')));
    expect(bodies()).toEqual([`${marker}\nThree`, '<!-- other -->\nOnce']);
  });

  it('is added once for each marker', async () => {
    await on.writing.addComment(on.at, '<!-- ratchetr:patch run-1 -->', 'A patch');
    await on.writing.addComment(on.at, '<!-- ratchetr:patch run-1 -->', 'A patch');
    await on.writing.addComment(on.at, '<!-- ratchetr:patch run-2 -->', 'Another one');
    expect(bodies()).toHaveLength(2);
  });

  it('is cut where it is too long for GitHub', async () => {
    await on.writing.putComment(on.at, { marker, markdown: 'Line 🎉\n'.repeat(20_000) });
    expect(bodies()[0]?.length).toBeLessThanOrEqual(65_536);
    expect(bodies()[0]).toMatch(/^<!-- ratchetr:status -->\nLine 🎉[^]*which is too long/);
  });
});

const thread = () => {
  on.hands.review(on.pull.number, {
    login: 'mia',
    state: 'CHANGES_REQUESTED',
    threads: [{ path: 'src/total.py', line: 1, body: 'Why two?' }],
  });
  const found = on.pull.threads.at(-1);
  if (found === undefined) throw new Error('There is no thread');
  return found;
};

describe('a reply in a thread', () => {
  const reply = { marker: '<!-- ratchetr:addressed run-1 -->', markdown: 'Addressed.' };
  it('is made once', async () => {
    const { nodeId, comments } = thread();
    await on.writing.replyInThread(on.at, { threadId: nodeId, ...reply });
    await on.writing.replyInThread(on.at, { threadId: nodeId, ...reply });
    expect(comments.map(({ body }) => body)).toEqual(['Why two?', `${reply.marker}\nAddressed.`]);
  });

  it('is found again behind many others', async () => {
    const found = thread();
    await on.writing.replyInThread(on.at, { threadId: found.nodeId, ...reply });
    for (let n = 0; n < 120; n += 1) on.hands.replyInThread(found, 'mia', `And ${n}`);
    await on.writing.replyInThread(on.at, { threadId: found.nodeId, ...reply });
    expect(found.comments.filter(({ body }) => body.startsWith(reply.marker))).toHaveLength(1);
  });

  it('is not kept back by one of somebody else with our marker', async () => {
    const found = thread();
    on.hands.replyInThread(found, 'mia', `${reply.marker}\nForged`);
    await on.writing.replyInThread(on.at, { threadId: found.nodeId, ...reply });
    expect(found.comments.map(({ body }) => body)).toEqual([
      'Why two?',
      `${reply.marker}\nForged`,
      `${reply.marker}\nAddressed.`,
    ]);
  });

  it('is not missed where the thread is gone', async () => {
    await on.writing.replyInThread(on.at, { threadId: 'PRRT_gone', ...reply });
    expect(on.github.counters.graphql).toBe(1);
  });
});
