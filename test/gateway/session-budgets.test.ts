import { describe, expect, it } from 'vitest';
import { accounts, paths, runGateway } from './running-gateway.ts';

const opus = 'claude-opus-5-5';
const dollar = 1_000_000;
const system = [{ type: 'text', text: 's'.repeat(20_000), cache_control: { type: 'ephemeral' } }];

/** The request of an agent that has read so many files of 24 KB. */
function having(files: number, model = opus) {
  const content = Array.from({ length: files }, () => ({ type: 'text', text: 'f'.repeat(24_000) }));
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'Repair.' }, ...content] }];
  return { model, max_tokens: 16_000, stream: true, system, messages };
}

// A real provider counts about four bytes a token, and reads what was there before from its cache.
const cached = (files: number) => ({
  input: 10,
  cacheRead: files === 0 ? 0 : 5_000 + (files - 1) * 6_000,
  cacheWrite: files === 0 ? 5_000 : 6_000,
  output: 200,
});

describe('a session on the default model and a dollar', () => {
  it('grows to seven requests of up to 173 KB, of which each is sent', async () => {
    const { access, post } = await runGateway({
      answer: (count) => ({ usage: cached(count - 1) }),
    });
    for (let files = 0; files <= 6; files += 1) {
      const response = await post(paths.messages, having(files));
      expect([files, response.status]).toEqual([files, 200]);
      await response.text();
    }
    await access.close();
    expect(access.cost()).toMatchObject({ source: 'metered', requests: 7 });
    expect(access.cost().usd).toBeLessThan(0.3);
  });

  it('goes on until nine tenths of it are spent, and passes it by less than one answer', async () => {
    const usage = { input: 10, cacheRead: 60_000, cacheWrite: 1_000, output: 1_000 };
    const { access, post } = await runGateway({ answer: { usage } });
    let status = 200;
    while (status === 200) {
      const response = await post(paths.messages, having(9));
      await response.text();
      ({ status } = response);
    }
    await access.close();
    expect(access.cost().usd).toBeGreaterThan(0.9);
    expect(access.cost().usd).toBeLessThan(1.05);
  });

  it('judges a request anew where the cache has been lost meanwhile', async () => {
    const usage = { input: 10, cacheWrite: 150_000, output: 100 };
    const { post, provider } = await runGateway({
      answer: { usage },
      limits: { attempt: 0.8 * dollar },
    });
    expect((await post(paths.messages, having(0))).status).toBe(200);
    // Nothing is left: the whole of it was spent by the first answer.
    expect((await post(paths.messages, having(0))).status).toBe(400);
    expect(provider.requests).toHaveLength(1);
  });
});

describe('a small budget', () => {
  it('pays for a call all the same: with a shorter answer', async () => {
    const { post, provider } = await runGateway({ limits: { attempt: 0.3 * dollar } });
    expect((await post(paths.messages, having(0))).status).toBe(200);
    const sent = JSON.parse(provider.requests[0]?.body ?? '{}');
    expect(sent.max_tokens).toBeGreaterThan(8_000);
    expect(sent.max_tokens).toBeLessThan(16_000);
  });

  it.each([
    [
      'responses',
      { model: 'gpt-6-sol', input: 'x', max_output_tokens: 16_000 },
      'max_output_tokens',
    ],
    ['chat', { model: 'gpt-6-sol', messages: [], max_tokens: 16_000 }, 'max_tokens'],
  ] as const)('shortens answers of %s too', async (api, body, name) => {
    const { post, provider } = await runGateway({ limits: { pullRequest: 0.1 * dollar } });
    expect((await post(paths[api], body)).status).toBe(200);
    const sent = JSON.parse(provider.requests[0]?.body ?? '{}')[name];
    expect(sent).toBeGreaterThan(9_900);
    expect(sent).toBeLessThan(10_000);
  });

  it('is refused where it pays for no answer that is of use', async () => {
    const { post, provider } = await runGateway({ limits: { attempt: 0.06 * dollar } });
    const refused = await post(paths.messages, having(0));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'attempt_too_small',
        message: expect.stringMatching(
          /one attempt is \$0\.06, but the first request to claude-opus-5-5 may cost \$0\.07.*budgets\.attemptUsd/,
        ),
      },
    });
    const thinking = { type: 'enabled', budget_tokens: 10_000 };
    const long = await runGateway({ limits: { attempt: 0.2 * dollar } });
    expect((await long.post(paths.messages, { ...having(0), thinking })).status).toBe(400);
    expect([...provider.requests, ...long.provider.requests]).toHaveLength(0);
  });

  it.each([
    ['gpt-6.1-sol', paths.responses],
    ['claude-fable-5-2', paths.messages],
    ['claude-sonnet-5', paths.messages],
    ['claude-opus-4-8', paths.messages],
  ])('of one dollar pays for the first call to %s', async (model, path) => {
    const { post } = await runGateway();
    const words = 'x'.repeat(60_000);
    const body =
      path === paths.responses ? { model, input: words } : { ...having(2, model), messages: [] };
    expect((await post(path, body)).status).toBe(200);
  });
});

describe('calls that break off', () => {
  it('cost an estimate of what they read where the provider drops them unanswered', async () => {
    const { access, post } = await runGateway({ answer: { cutAfter: 0 } });
    for (const _ of [1, 2]) expect((await post(paths.messages, having(0))).status).toBe(502);
    await access.close();
    expect(access.cost()).toMatchObject({ source: 'estimated', requests: 2 });
    expect(access.cost().usd).toBeGreaterThan(0);
    expect(access.cost().usd).toBeLessThan(0.06);
  });

  it('cost what was seen of them where streams are cut', async () => {
    const answer = { text: 'word '.repeat(200), cutAfter: 2_000 };
    const { access, post } = await runGateway({ answer });
    const body = { model: 'gpt-6.1-sol', input: 'x'.repeat(54_000), stream: true };
    for (let number = 0; number < 6; number += 1) {
      await (await post(paths.responses, body)).text().catch(() => 'cut');
    }
    await access.close();
    expect(access.cost()).toMatchObject({ source: 'estimated', requests: 6 });
    expect(access.cost().usd).toBeLessThan(0.22);
  });

  it('cost what is likely by then where the attempt is interrupted', async () => {
    const { access, post, provider } = await runGateway({ answer: { pauseMs: 5_000 } });
    const running = [1, 2].map(() => post(paths.messages, having(0)).catch(() => 'gone'));
    await expect.poll(() => provider.requests.length).toBe(2);
    await access.close();
    await Promise.all(running);
    expect(access.cost()).toMatchObject({ source: 'estimated', requests: 2 });
    expect(access.cost().usd).toBeLessThan(0.15);
  });

  it('leave the rest of the budget to those that come after them', async () => {
    const { post } = await runGateway({
      answer: (count) => (count <= 4 ? { cutAfter: 0 } : { usage: cached(0) }),
    });
    for (const expected of [502, 502, 502, 502, 200]) {
      expect((await post(paths.messages, having(0))).status).toBe(expected);
    }
  });
});

describe('requests that come to more than was set aside', () => {
  it('are one at a time, however many an agent sends at once', async () => {
    // The first answer promises a cheap conversation; all that follow are dear.
    const cheap = { input: 1, cacheRead: 10, output: 1 };
    const dear = { cacheWrite: 150_000, output: 1 };
    const { access, post } = await runGateway({
      answer: (count) => ({ usage: count === 1 ? cheap : dear, pauseMs: 30 }),
      options: { heldMs: 2_000 },
    });
    await (await post(paths.messages, having(9))).text();
    const small = { ...having(9), max_tokens: 2_000 };
    await Promise.all(
      Array.from({ length: 8 }, async () => (await post(paths.messages, small)).text()),
    );
    await access.close();
    const oneAnswer = 0.76;
    expect(access.cost().usd).toBeLessThan(1 + oneAnswer);
  });

  it('close the accounts that they overdraw, for every attempt', async () => {
    const usage = { cacheWrite: 900_000, output: 1 };
    const limits = { attempt: dollar, pullRequest: dollar, month: 100 * dollar };
    const { access, gateway, base, post, ledger } = await runGateway({ answer: { usage }, limits });
    await (await post(paths.messages, having(0))).text();
    await access.close();
    const balance = await ledger.balance(accounts);
    for (const { spent } of Object.values(balance)) expect(spent).toBe(4_500_020);
    const other = gateway.open({ ...accounts, attempt: 'another' });
    const headers = { 'x-api-key': other.token };
    const init = { method: 'POST', headers, body: JSON.stringify(having(0)) };
    const refused = await fetch(`${base}${paths.messages}`, init);
    expect(await refused.json()).toMatchObject({ error: { code: 'budget_spent' } });
  });
});

describe('prices', () => {
  it('are those of the tier that a prompt falls into', async () => {
    const usage = { input: 20, cacheRead: 100_000, output: 1_000 };
    const { access, post } = await runGateway({ answer: { usage } });
    await (await post(paths.messages, having(0, 'claude-haiku-5-5'))).text();
    await access.close();
    expect(access.cost().usd).toBeCloseTo((20 * 0.5 + 100_000 * 0.05 + 1_000 * 2.5) / 1e6, 6);
  });

  it('are asked once for what is kept for an hour, though a stream tells of it twice', async () => {
    const usage = { input: 3, cacheWriteHour: 100_000, output: 10 };
    const { access, post } = await runGateway({ answer: { usage } });
    await (await post(paths.messages, having(0))).text();
    await access.close();
    expect(access.cost().usd).toBeCloseTo((3 * 4 + 100_000 * 8 + 10 * 20) / 1e6, 6);
  });

  it('are not those of nothing where an answer tells an empty usage', async () => {
    const { access, post } = await runGateway({
      answer: { stream: 'data: {"type":"message_delta","usage":{}}\n\n' },
    });
    await (await post(paths.messages, having(0))).text();
    await access.close();
    expect(access.cost()).toMatchObject({ source: 'estimated' });
    expect(access.cost().usd).toBeGreaterThan(0.01);
  });

  it('are those of the cache that a request declares', async () => {
    const usage = { cacheWrite: 100_000 };
    const { access, post } = await runGateway({ answer: { usage } });
    const body = { model: 'gpt-6.1-sol', input: 'x', prompt_cache_options: { ttl: '12h' } };
    await (await post(paths.responses, body)).text();
    await access.close();
    expect(access.cost().usd).toBeCloseTo(0.5, 6);
  });
});
