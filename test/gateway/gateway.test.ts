import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { paths, keys, runGateway, accounts } from './running-gateway.ts';

const apis = ['messages', 'responses', 'chat'] as const;
const usage = { input: 1000, cacheRead: 5000, output: 300 };
const text = 'Zwölf 🎉 Wörter';
const model = 'claude-opus-5-5';
const ask = { model, max_tokens: 1000, messages: [] };
const asks = { messages: ask, responses: { model, input: 'x' }, chat: ask };

describe('a gateway', () => {
  it.each(apis)('passes %s on as JSON and meters it', async (api) => {
    const { access, post } = await runGateway({ answer: { text, usage } });
    const response = await post(paths[api], asks[api]);
    expect(response.status).toBe(200);
    expect(response.headers.get('request-id')).toBe('req_fake');
    expect(await response.text()).toContain(text);
    await access.close();
    expect(access.cost()).toEqual({
      usd: 0.011,
      source: 'metered',
      model,
      requests: 1,
      inputTokens: 1000,
      cacheReadTokens: 5000,
      cacheWriteTokens: 0,
      outputTokens: 300,
    });
  });

  it.each(apis)('passes a stream of %s on as it comes and meters it', async (api) => {
    const answer = { text: `${text} `.repeat(20), usage, chunkBytes: 7 };
    const { access, post } = await runGateway({ answer });
    const response = await post(paths[api], { ...asks[api], stream: true });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(await response.text()).toContain('🎉');
    await access.close();
    expect(access.cost()).toMatchObject({ usd: 0.011, inputTokens: 1000, outputTokens: 300 });
  });

  it('hands on the first chunk before the last is there', async () => {
    const { promise: firstIsThere, resolve: tell } = Promise.withResolvers<void>();
    const answer = { text: 'word '.repeat(10), chunkBytes: 100, beforeLast: firstIsThere };
    const { post } = await runGateway({ answer });
    const response = await post(paths.messages, { ...ask, stream: true });
    const reader = response.body?.getReader();
    // It would wait for ever where nothing is handed on before all is there.
    expect(await reader?.read()).toMatchObject({ done: false });
    tell();
    let chunks = 1;
    while ((await reader?.read())?.done === false) chunks += 1;
    expect(chunks).toBeGreaterThan(1);
  });

  it('puts the real key in the place of the token, and nothing of ours or of the way', async () => {
    const { access, post, provider } = await runGateway();
    const headers = {
      'x-api-key': access.token,
      authorization: '',
      'anthropic-version': '2023-06-01',
      'x-forwarded-for': '1.2.3.4',
      'proxy-authorization': 'Basic abc',
      cookie: 'a=b',
      'anthropic-workspace-id': 'another',
      'anthropic-user-profile-id': 'another',
    };
    await post(`${paths.messages}?beta=true`, ask, { headers });
    await post(paths.responses, { model, input: 'x' });
    const [messages, responses] = provider.requests;
    expect(messages?.path).toBe('/v1/messages?beta=true');
    expect(messages?.headers).toMatchObject({
      'x-api-key': keys.anthropic,
      'anthropic-version': '2023-06-01',
      'accept-encoding': 'identity',
      host: new URL(provider.origin).host,
    });
    for (const name of Object.keys(headers)) {
      if (name === 'x-api-key' || name === 'anthropic-version') continue;
      expect(messages?.headers).not.toHaveProperty(name);
    }
    expect(responses?.headers.authorization).toBe(`Bearer ${keys.openai}`);
    expect(JSON.stringify(provider.requests)).not.toContain(access.token);
  });

  it.each([
    ['GET', '/anthropic/v1/messages'],
    ['POST', '/anthropic/v1/files'],
    ['POST', '/anthropic/v1/messages/../files'],
    ['POST', '/anthropic/v1/%6dessages'],
    ['POST', '//elsewhere/v1/messages'],
    ['POST', 'http://elsewhere/anthropic/v1/messages'],
    ['POST', '/openai/v1/files?/openai/v1/responses'],
  ])('sends %s %s nowhere', async (method, path) => {
    const { access, base, provider } = await runGateway();
    const headers = { authorization: `Bearer ${access.token}` };
    const sent = request(base, { method, path, headers }).end();
    const [answer] = await once(sent, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(404);
    expect(provider.requests).toHaveLength(0);
  });

  it.each([undefined, '', 'Bearer', 'Bearer wrong', 'Basic x'])(
    'turns away who shows %j',
    async (authorization) => {
      const { base, provider } = await runGateway();
      const headers = authorization === undefined ? {} : { authorization };
      const response = await fetch(`${base}${paths.messages}`, { method: 'POST', headers });
      expect(response.status).toBe(401);
      expect(response.headers.get('x-should-retry')).toBe('false');
      expect(provider.requests).toHaveLength(0);
    },
  );

  it('takes a token no more once its attempt is over, and aborts what ran under it', async () => {
    const { access, gateway, post, provider } = await runGateway({ answer: { pauseMs: 5000 } });
    const other = gateway.open({ ...accounts, attempt: 'a-2' });
    const running = post(paths.messages, ask).catch(() => 'broken');
    await expect.poll(() => provider.requests.length).toBe(1);
    await access.close();
    expect(await running).toBe('broken');
    expect(await provider.requests[0]?.ended).toBe('gone');
    expect((await post(paths.messages, ask)).status).toBe(401);
    const headers = { authorization: `Bearer ${other.token}` };
    expect((await post(paths.chat, { n: 0 }, { headers })).status).toBe(400);
  });

  it('aborts the request to the provider when the client is gone, and meters it', async () => {
    const answer = { text: 'word '.repeat(200), usage, chunkBytes: 50, betweenMs: 5 };
    const { access, post, provider, settled } = await runGateway({ answer });
    const controller = new AbortController();
    const init = { signal: controller.signal };
    const response = await post(paths.messages, { ...ask, stream: true }, init);
    await response.body?.getReader().read();
    controller.abort();
    expect(await provider.requests[0]?.ended).toBe('gone');
    await expect.poll(() => settled.length).toBe(1);
    expect(access.cost().outputTokens).toBeGreaterThan(1);
    expect(access.cost().usd).toBeLessThan(0.03);
  });

  it('aborts it too when the client goes before there is an answer', async () => {
    const { post, provider, settled } = await runGateway({ answer: { pauseMs: 5000 } });
    const controller = new AbortController();
    const running = post(paths.messages, ask, { signal: controller.signal }).catch(() => 'gone');
    await expect.poll(() => provider.requests.length).toBe(1);
    controller.abort();
    await running;
    expect(await provider.requests[0]?.ended).toBe('gone');
    await expect.poll(() => settled.length).toBe(1);
    expect(settled[0]).toBeGreaterThan(0);
    expect(settled[0]).toBeLessThan(20_000);
  });

  it('passes the errors of a provider on and books nothing for them', async () => {
    for (const status of [429, 500, 529]) {
      const { access, post } = await runGateway({
        answer: { status, headers: { 'retry-after': '7' } },
      });
      const response = await post(paths.messages, ask);
      expect(response.status).toBe(status);
      expect(response.headers.get('retry-after')).toBe('7');
      expect(await response.text()).toContain(`Fake ${status}`);
      await access.close();
      expect(access.cost().usd).toBe(0);
    }
  });

  it('follows no redirect and shows none', async () => {
    const answer = { status: 307, headers: { location: 'http://127.0.0.1:1/' } };
    const { post, provider } = await runGateway({ answer });
    const response = await post(paths.messages, ask);
    expect(response.status).toBe(502);
    expect(response.headers.has('location')).toBe(false);
    expect(provider.requests).toHaveLength(1);
  });

  it('gives a provider up that is silent for too long', async () => {
    const { access, post, provider } = await runGateway({
      answer: { pauseMs: 5000 },
      options: { idleMs: 50 },
    });
    expect((await post(paths.messages, ask)).status).toBe(502);
    expect(await provider.requests[0]?.ended).toBe('gone');
    await access.close();
    expect(access.cost()).toMatchObject({ source: 'estimated', outputTokens: 0 });
  });

  it('declines a web socket, so that an agent falls back to plain requests', async () => {
    const { access, base } = await runGateway();
    const headers = {
      authorization: `Bearer ${access.token}`,
      connection: 'Upgrade',
      upgrade: 'websocket',
    };
    const sent = request(`${base}${paths.responses}`, { headers }).end();
    const [answer] = await once(sent, 'response');
    expect(answer.resume().statusCode).toBe(404);
  });

  it('counts tokens for free', async () => {
    const { access, post } = await runGateway({ limits: { attempt: 1 } });
    const response = await post(`${paths.messages}/count_tokens`, ask);
    expect(await response.json()).toEqual({ input_tokens: 7 });
    expect(access.cost()).toMatchObject({ usd: 0, requests: 0 });
  });
});
