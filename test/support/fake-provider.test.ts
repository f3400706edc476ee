import { describe, expect, it, onTestFinished } from 'vitest';
import { type FakeAnswer, startFakeProvider } from './fake-provider.ts';

async function setUp(planned: FakeAnswer) {
  const provider = await startFakeProvider(() => planned);
  onTestFinished(() => provider.stop());
  const post = (path: string, body: object) =>
    fetch(`${provider.origin}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      redirect: 'manual',
    });
  return { provider, post };
}

const usage = { input: 5, cacheRead: 3, output: 2 };
const text = 'Zwölf 🎉 Wörter';

describe('startFakeProvider', () => {
  it('answers as JSON with the usage of each interface', async () => {
    const { post } = await setUp({ text, usage });
    const messages = await (await post('/v1/messages?beta=true', {})).json();
    expect(messages).toMatchObject({ usage: { input_tokens: 5, cache_read_input_tokens: 3 } });
    const responses = await (await post('/v1/responses', {})).json();
    expect(responses).toMatchObject({ usage: { input_tokens: 8, output_tokens: 2 } });
    const chat = await (await post('/v1/chat/completions', {})).json();
    expect(chat).toMatchObject({ usage: { prompt_tokens: 8, completion_tokens: 2 } });
  });

  it('streams events whose text and usage come whole, however the chunks are cut', async () => {
    const { post } = await setUp({ text, usage, chunkBytes: 7 });
    const response = await post('/v1/messages', { stream: true });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const body = await response.text();
    expect(body).toContain('"text":"🎉 "');
    expect(body).toMatch(/"type":"message_delta".*"output_tokens":2/);
    const completed = await (await post('/v1/responses', { stream: true })).text();
    expect(completed).toMatch(/"type":"response.completed".*"output_tokens":2/);
  });

  it('cuts chunks inside characters', async () => {
    const { post } = await setUp({ text: '🎉'.repeat(40), chunkBytes: 7, betweenMs: 2 });
    const response = await post('/v1/messages', { stream: true });
    const chunks: string[] = [];
    for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk).toString());
    expect(chunks.length).toBeGreaterThan(10);
    expect(chunks.some((chunk) => chunk.includes('\uFFFD'))).toBe(true);
  });

  it('tells the usage of a streamed chat only when asked', async () => {
    const { post } = await setUp({ usage });
    const path = '/v1/chat/completions';
    expect(await (await post(path, { stream: true })).text()).not.toContain('usage');
    const asking = { stream: true, stream_options: { include_usage: true } };
    expect(await (await post(path, asking)).text()).toContain('"prompt_tokens":8');
  });

  it('fails with a status, a redirect, a cut or nothing', async () => {
    const overloaded = await setUp({ status: 529 });
    const refusal = await overloaded.post('/v1/messages', {});
    expect(refusal.status).toBe(529);
    expect(await refusal.text()).toContain('overloaded_error');
    const moved = await setUp({ status: 307, headers: { location: '/elsewhere' } });
    expect((await moved.post('/v1/messages', {})).status).toBe(307);
    const cut = await setUp({ cutAfter: 20 });
    const begun = await cut.post('/v1/messages', {});
    await expect(begun.text()).rejects.toThrow(/terminated/);
    expect(await cut.provider.requests[0]?.ended).toBe('gone');
    const dropped = await setUp({ cutAfter: 0 });
    await expect(dropped.post('/v1/messages', {})).rejects.toThrow(/fetch failed/);
  });

  it('waits before it answers', async () => {
    const { post } = await setUp({ pauseMs: 40 });
    const begun = performance.now();
    await post('/v1/messages', {});
    expect(performance.now() - begun).toBeGreaterThanOrEqual(39);
  });
});
