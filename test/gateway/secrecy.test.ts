import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openSpending } from '../support/open-spending.ts';
import { keys, paths, runGateway } from './running-gateway.ts';

// What a client calls a model is part of a body; the log has the name that the list of prices has.
const model = 'claude-opus-5-5-20260801';
const bodyText = 'words-of-the-prompt';
const answerText = 'words-of-the-answer';
const ask = { model, max_tokens: 100, messages: [{ role: 'user', content: bodyText }] };

describe('the secrets of a gateway', () => {
  it('are in no log line and in no refusal, whatever happens', async () => {
    const answers = [
      { text: answerText },
      { status: 401 },
      { status: 403 },
      { status: 302 },
      { status: 500 },
      { cutAfter: 0 },
      { text: answerText, cutAfter: 40 },
    ];
    const limits = { attempt: 100_000_000, pullRequest: 100_000_000, month: 100_000_000 };
    const answer = (count: number) => answers[count - 1] ?? {};
    const { access, post, log } = await runGateway({ answer, limits });
    const refusals: string[] = [];
    for (const _ of answers) {
      const response = await post(paths.messages, ask);
      const body = await response.text().catch(() => '');
      if (response.status !== 200) refusals.push(body);
    }
    refusals.push(await (await post(paths.chat, { ...ask, background: true })).text());
    refusals.push(await (await post('/openai/other', ask)).text());
    await access.close();
    refusals.push(await (await post(paths.messages, ask)).text());
    expect(log).toHaveLength(answers.length);
    expect(refusals).toHaveLength(answers.length + 1);
    const secrets = [keys.anthropic, keys.openai, access.token, bodyText, answerText, model];
    for (const secret of secrets) expect([...log, ...refusals].join('\n')).not.toContain(secret);
  });

  it('stay out of the log when something throws: only the name of the error is told', async () => {
    const known = {
      get 'anthropic-api-key'(): string {
        throw new RangeError(`failed with ${keys.anthropic}`);
      },
    };
    const { post, log } = await runGateway({ known });
    await expect(post(paths.messages, ask)).rejects.toThrow(/fetch failed/);
    expect(log.join('')).toContain('name=RangeError');
    expect(log.join('')).not.toContain(keys.anthropic);
  });

  it('stay out of the log when a cost cannot be booked', async () => {
    const limits = { attempt: 0, pullRequest: 0, month: 0 };
    const spending = {
      ...(await openSpending(limits)),
      reserve: async () => ({ kind: 'reserved', id: '1' }) as const,
      settle: () => Promise.reject(new Error(`failed with ${keys.anthropic}`)),
    };
    const { access, post, log } = await runGateway({ spending });
    expect((await post(paths.messages, ask)).status).toBe(200);
    await access.close();
    expect(log.join('')).toContain('could not be booked');
    expect(log.join('')).not.toContain(keys.anthropic);
  });

  it('end an agent at once when a key is missing or rejected, and the key is read anew', async () => {
    const none = await runGateway({ known: {} });
    const missing = await none.post(paths.messages, ask);
    expect(missing.status).toBe(400);
    expect(await missing.text()).toContain('set ANTHROPIC_API_KEY');
    const { post, refreshed, access } = await runGateway({ answer: { status: 401 } });
    const rejected = await post(paths.responses, { model, input: 'x' });
    expect(rejected.status).toBe(400);
    expect(await rejected.json()).toMatchObject({ error: { code: 'key_rejected' } });
    expect(refreshed).toEqual(['openai-api-key']);
    await access.close();
    expect(access.cost().usd).toBe(0);
  });

  it('are kept from requests that are too large, with or without a length', async () => {
    const { access, base, post, provider } = await runGateway({
      options: { maxRequestBytes: 500 },
    });
    const large = { ...ask, system: 'x'.repeat(600) };
    expect((await post(paths.messages, large)).status).toBe(413);
    const status = await new Promise((resolve, reject) => {
      const headers = { 'x-api-key': access.token };
      const sent = request(`${base}${paths.messages}`, { method: 'POST', headers });
      sent.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
      sent.write(JSON.stringify(large));
      sent.end();
    });
    expect(status).toBe(413);
    expect(provider.requests).toHaveLength(0);
  });
});
