import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { FakeAnswer } from '../support/fake-provider.ts';
import { accounts, paths, runGateway } from './running-gateway.ts';

const noCredit = 'Your credit balance is too low to access the Anthropic API.';

/** A stream that begins well. */
function failing(type: string): string {
  const begun = {
    type: 'message_start',
    message: { usage: { input_tokens: 3, output_tokens: 1 } },
  };
  const events = [begun, { type: 'error', error: { type, message: 'It failed.' } }];
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}

const ask = { model: 'claude-opus-5-5', max_tokens: 100, messages: [] };

describe('what keeps an agent from the models', () => {
  it.each<[string, FakeAnswer, string | undefined]>([
    ['a provider that is busy', { status: 529 }, 'provider'],
    ['too many calls', { status: 429 }, 'provider'],
    ['a provider that is broken', { status: 500 }, 'provider'],
    ['a key that is refused', { status: 401 }, 'account'],
    ['no credit', { status: 402 }, 'account'],
    ['a key that may not use the model', { status: 403 }, 'account'],
    ['a model that is not there', { status: 404 }, 'account'],
    ['no credit at Anthropic', { status: 400, error: { message: noCredit } }, 'account'],
    ['no credit at OpenAI', { status: 429, error: { code: 'insufficient_quota' } }, 'account'],
    ['an outage in the middle of an answer', { stream: failing('overloaded_error') }, 'provider'],
    ['an answer that breaks off', { text: 'word '.repeat(50), cutAfter: 90 }, 'provider'],
    ['a request that is found wrong later', { stream: failing('invalid_prompt') }, undefined],
    ['a request that is wrong', { status: 400 }, undefined],
    ['an answer', {}, undefined],
    ['an answer that tells no usage', { stream: 'data: {"type":"message_stop"}\n\n' }, undefined],
  ])('is told of %s', async (_name, answer, kind) => {
    const { access, post } = await runGateway({ answer });
    await (await post(paths.messages, ask)).text().catch(() => 'broken off');
    await access.close();
    expect(access.trouble()?.kind).toBe(kind);
  });

  it('tells a key that is wrong from one that may not use the model', async () => {
    for (const [status, code, word] of [
      [401, 'key_rejected', 'rejected the API key'],
      [403, 'call_denied', 'does not allow it to call claude-opus-5-5'],
    ] as const) {
      const { access, post } = await runGateway({ answer: { status } });
      expect(await (await post(paths.messages, ask)).json()).toMatchObject({ error: { code } });
      expect(access.trouble()?.sentence).toContain(word);
    }
  });

  it('is told by the name of the provider where that cannot be reached or breaks off', async () => {
    const away = 'http://127.0.0.1:1';
    const { access, post } = await runGateway({
      options: { origins: { anthropic: away, openai: away } },
    });
    await (await post(paths.messages, ask)).text();
    expect(access.trouble()?.sentence).toMatch(/^The provider anthropic cannot be reached/);
    const other = await runGateway({ answer: { cutAfter: 0 } });
    await (await other.post(paths.messages, ask)).text();
    expect(other.access.trouble()?.sentence).toMatch(
      /^The provider anthropic closed the connection/,
    );
  });

  it('names the setting where the key is missing or the model has no price', async () => {
    const { access, post } = await runGateway({ known: {} });
    await (await post(paths.messages, ask)).text();
    expect(access.trouble()).toMatchObject({
      kind: 'account',
      sentence: expect.stringContaining('ANTHROPIC_API_KEY'),
    });
    await (await post(paths.messages, { ...ask, model: 'a-model-of-tomorrow' })).text();
    expect(access.trouble()).toMatchObject({
      kind: 'account',
      sentence: expect.stringContaining('models.prices'),
    });
  });

  it('is a provider that says nothing until the attempt is over', async () => {
    for (const [idleMs, kind] of [
      [600, 'provider'],
      [600_000, undefined],
    ] as const) {
      const { access, post } = await runGateway({
        answer: { pauseMs: 5_000 },
        options: { idleMs },
      });
      const asking = post(paths.messages, ask).catch(() => 'gone');
      await setTimeout(400);
      await access.close();
      await asking;
      expect(access.trouble()?.kind).toBe(kind);
    }
  });

  it('is not that an agent was stopped while it waited', async () => {
    const { access, post, provider } = await runGateway({ answer: { pauseMs: 5_000 } });
    const stopped = new AbortController();
    const asking = post(paths.messages, ask, { signal: stopped.signal }).catch(() => 'stopped');
    await expect.poll(() => provider.requests.length).toBe(1);
    stopped.abort();
    await asking;
    expect(await provider.requests[0]?.ended).toBe('gone');
    await access.close();
    expect(access.trouble()).toBeUndefined();
  });

  it('stays what it was where the agent does not wait for the next answer', async () => {
    const { access, post, provider } = await runGateway({
      answer: (count) => (count === 1 ? { status: 529 } : { pauseMs: 5_000 }),
    });
    await (await post(paths.messages, ask)).text();
    const asking = post(paths.messages, ask).catch(() => 'gone');
    await expect.poll(() => provider.requests.length).toBe(2);
    await access.close();
    await asking;
    expect(access.trouble()).toMatchObject({ sentence: expect.stringContaining('529') });
  });

  it('is a way of asking that is not forwarded, as long as nothing was answered', async () => {
    const { access, post } = await runGateway();
    const wrong = { ...ask, anything_new: 1 };
    await (await post(paths.messages, wrong)).text();
    expect(access.trouble()).toMatchObject({
      kind: 'account',
      sentence: expect.stringContaining('"anything_new"'),
    });
    await (await post(paths.messages, ask)).text();
    await (await post(paths.messages, wrong)).text();
    expect(access.trouble()).toBeUndefined();
  });

  it('is forgotten once a request is answered, and keeps the time that the provider asked for', async () => {
    const { access, post } = await runGateway({
      answer: (count) => (count === 1 ? { status: 429, headers: { 'retry-after': '7' } } : {}),
    });
    await (await post(paths.messages, ask)).text();
    expect(access.trouble()).toMatchObject({ kind: 'provider', retryAfterMs: 7_000 });
    await (await post(paths.messages, ask)).text();
    expect(access.trouble()).toBeUndefined();
  });
});

describe('a budget that pays too little', () => {
  const dollar = 1_000_000;
  const long = {
    ...ask,
    max_tokens: 16_000,
    messages: [{ role: 'user', content: 'x'.repeat(60_000) }],
  };

  it('is the widest of those that do, for then the next attempt is of no use', async () => {
    const limits = { attempt: 0.05 * dollar, pullRequest: 0.05 * dollar };
    const { access, post } = await runGateway({ limits });
    await (await post(paths.messages, long)).text();
    expect(access.trouble()).toMatchObject({
      kind: 'budget',
      sentence: expect.stringMatching(/pull request has \$0\.05 left, .* may cost \$0\.14/),
    });
  });

  it('is the setting of the attempt where not even a whole one pays for the first request', async () => {
    const { access, post } = await runGateway({ limits: { attempt: 0.05 * dollar } });
    await (await post(paths.messages, long)).text();
    expect(access.trouble()).toMatchObject({
      kind: 'account',
      sentence: expect.stringContaining('budgets.attemptUsd'),
    });
  });

  it('is the narrowest where an attempt has grown into it', async () => {
    const usage = { input: 2_000, output: 10 };
    const { access, post } = await runGateway({ answer: { usage } });
    await (await post(paths.messages, ask)).text();
    const source = { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' };
    const messages = [{ role: 'user', content: [{ type: 'document', source }] }];
    const body = { ...ask, messages, cache_control: { type: 'ephemeral' } };
    const refused = await post(paths.messages, body);
    expect(await refused.json()).toMatchObject({
      error: { code: 'budget_exceeded', message: expect.stringContaining('may cost $5.00') },
    });
    expect(access.trouble()).toBeUndefined();
  });

  it('is told as held where others may still leave something of it', async () => {
    const { access, post, provider } = await runGateway({
      answer: { pauseMs: 5_000 },
      limits: { attempt: 0.2 * dollar },
      options: { heldMs: 0 },
    });
    const first = post(paths.messages, { ...long, max_tokens: 2_000 }).catch(() => 'gone');
    await expect.poll(() => provider.requests.length).toBe(1);
    await (await post(paths.messages, long)).text();
    expect(access.trouble()).toMatchObject({
      kind: 'provider',
      sentence: expect.stringContaining('have reserved the rest of the budget'),
    });
    await access.close();
    await first;
  });

  it('says nothing of others once an attempt had an answer', async () => {
    const { access, base, gateway, post } = await runGateway({
      limits: { attempt: 0.05 * dollar },
    });
    await (await post(paths.messages, ask)).text();
    await (await post(paths.messages, long)).text();
    expect(access.trouble()).toBeUndefined();
    const next = gateway.open({ ...accounts, attempt: 'a-2' });
    const init = {
      method: 'POST',
      headers: { 'x-api-key': next.token },
      body: JSON.stringify(long),
    };
    const refused = await fetch(`${base}${paths.messages}`, init);
    expect(await refused.json()).toMatchObject({ error: { code: 'budget_exceeded' } });
    expect(next.trouble()).toBeUndefined();
  });
});
