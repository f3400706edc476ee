import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packReply } from '#aws/operators/serve-operator.ts';

describe('a reply', () => {
  it('is as it is where it is short', async () => {
    expect(await packReply({ rows: [1] })).toEqual({ told: { rows: [1] } });
  });

  it('is packed where it is long', async () => {
    const told = { text: 'x'.repeat(20_000) };
    const reply = await packReply(told);
    const packed = 'gzip' in reply ? reply.gzip : '';
    expect(packed.length).toBeLessThan(1_000);
    expect(JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8'))).toEqual({
      told,
    });
  });

  it('says so where it is larger than a function may give', async () => {
    const told = randomBytes(4_500_000).toString('base64');
    expect(await packReply(told)).toEqual({ error: expect.stringMatching(/ask for less of it/) });
  });
});
