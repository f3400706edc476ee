import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { packReply, replyShape } from '#aws/operators/reply.ts';

/** A reply as it travels. */
async function sent(response: unknown): Promise<string> {
  return JSON.stringify(await packReply(response));
}

describe('a reply', () => {
  it('is as it is where it is short', async () => {
    expect(await packReply({ rows: [1] })).toEqual({ told: { rows: [1] } });
    const read = replyShape.parse(JSON.parse(await sent({ rows: [1] })));
    expect(read).toEqual({ kind: 'response', response: { rows: [1] } });
  });

  it('is packed where it is long', async () => {
    const response = { text: 'x'.repeat(20_000) };
    const text = await sent(response);
    expect(text.length).toBeLessThan(1_000);
    expect(replyShape.parse(JSON.parse(text))).toEqual({ kind: 'response', response });
  });

  it('says so where it is larger than a function may send', async () => {
    const text = await sent(randomBytes(4_500_000).toString('base64'));
    const sentence = expect.stringMatching(/ask for less of it/);
    expect(JSON.parse(text)).toEqual({ error: sentence });
    expect(replyShape.parse(JSON.parse(text))).toEqual({ kind: 'refused', sentence });
  });
});
