import { describe, expect, it } from 'vitest';
import { openSpending } from '../support/open-spending.ts';
import { accounts, paths, runGateway } from './running-gateway.ts';

const model = 'claude-opus-5-5';
// 1,000 output tokens of this model cost 20,000 micro-dollars, a small request little more than that.
const ask = { model, max_tokens: 1000, messages: [] };
const oneResponse = 21_000;

describe('the budgets of a gateway', () => {
  it('are not overspent by 8 parallel attempts', async () => {
    const cap = 100_000;
    const usage = { input: 40, output: 900 };
    const { gateway, base, settled, provider } = await runGateway({
      answer: (count) => ({ usage, pauseMs: count % 3, chunkBytes: 40 }),
      limits: { attempt: cap, pullRequest: cap },
    });
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, number) => {
        const access = gateway.open({ ...accounts, attempt: `parallel-${number}` });
        const headers = { 'x-api-key': access.token };
        const body = JSON.stringify({ ...ask, stream: true });
        const seen: number[] = [];
        while (!seen.includes(400)) {
          const response = await fetch(`${base}${paths.messages}`, {
            method: 'POST',
            headers,
            body,
          });
          await response.text();
          seen.push(response.status);
        }
        await access.close();
        return seen;
      }),
    );
    const spent = settled.reduce((sum, amount) => sum + amount, 0);
    expect(spent).toBeLessThanOrEqual(cap + oneResponse);
    expect(spent).toBeGreaterThan(cap - oneResponse);
    expect(provider.requests).toHaveLength(settled.length);
    expect(new Set(statuses.flat())).toEqual(new Set([200, 400]));
  });

  it.each(['attempt', 'pullRequest', 'month'] as const)(
    'stop an agent at once when that of the %s pays too little, in the words of its provider',
    async (budget) => {
      const { access, post, provider } = await runGateway({ limits: { [budget]: 100 } });
      const code = budget === 'attempt' ? 'attempt_too_small' : 'budget_spent';
      const anthropic = await post(paths.messages, ask);
      expect(anthropic.status).toBe(400);
      expect(anthropic.headers.get('x-should-retry')).toBe('false');
      expect(await anthropic.json()).toMatchObject({
        type: 'error',
        error: { type: 'invalid_request_error', code },
      });
      const openai = await post(paths.responses, { model: 'gpt-6.1-sol', input: 'x' });
      expect(openai.status).toBe(400);
      expect(await openai.json()).toMatchObject({
        error: { type: 'invalid_request_error', code, param: null },
      });
      expect(provider.requests).toHaveLength(0);
      expect(access.trouble()?.kind).toBe(budget === 'attempt' ? 'account' : 'budget');
    },
  );

  it('reserve the most that a request may come to, all of its choices together', async () => {
    const { post, ledger } = await runGateway({ answer: { pauseMs: 60 } });
    const reservedFor = async (path: string, body: object) => {
      const running = post(path, body);
      let held = 0;
      await expect
        .poll(async () => (held = (await ledger.balance(accounts)).attempt.reserved))
        .toBeGreaterThan(0);
      await (await running).text();
      await expect.poll(async () => (await ledger.balance(accounts)).attempt.reserved).toBe(0);
      return held;
    };
    const chat = { model, max_tokens: 300, messages: [] };
    expect(await reservedFor(paths.messages, ask)).toBeGreaterThan(20_000);
    expect(await reservedFor(paths.chat, { ...chat, n: 4 })).toBeGreaterThan(24_000);
  });

  it('take an unlimited request for a long one', async () => {
    const limits = { attempt: 400_000 };
    const { post, provider } = await runGateway({ limits });
    expect((await post(paths.responses, { model, input: 'x' })).status).toBe(200);
    expect(JSON.parse(provider.requests[0]?.body ?? '')).toMatchObject({
      max_output_tokens: 16_000,
    });
  });

  it('meter a stream that the provider cuts: the input as said, the output at a guess', async () => {
    const usage = { input: 500, output: 600 };
    const text = 'word '.repeat(300);
    const answer = { text, usage, cutAfter: 1000, chunkBytes: 90 };
    const { access, post } = await runGateway({ answer });
    const response = await post(paths.messages, { ...ask, stream: true });
    await expect(response.text()).rejects.toThrow(/terminated/);
    await access.close();
    const { inputTokens, outputTokens = 0, usd, source } = access.cost();
    expect(source).toBe('estimated');
    expect(inputTokens).toBe(500);
    expect(outputTokens).toBeGreaterThan(20);
    expect(outputTokens).toBeLessThanOrEqual(1000);
    expect(usd).toBeCloseTo((500 * 4 + outputTokens * 20) / 1e6, 5);
  });

  it('meter an answer that breaks off before it says anything as what was read', async () => {
    const { access, post, settled } = await runGateway({ answer: { cutAfter: 0 } });
    expect((await post(paths.messages, ask)).status).toBe(502);
    await access.close();
    expect(settled[0]).toBeGreaterThan(0);
    expect(settled[0]).toBeLessThan(1_000);
    const cut = await runGateway({ answer: { cutAfter: 30 } });
    await (await cut.post(paths.messages, ask)).text().catch(() => '');
    await cut.access.close();
    expect(cut.settled[0]).toBeGreaterThan(0);
  });

  it('book nothing where no provider was reached', async () => {
    const nowhere = 'http://127.0.0.1:1';
    const origins = { anthropic: nowhere, openai: nowhere };
    const { post, access, settled } = await runGateway({ options: { origins } });
    const response = await post(paths.messages, ask);
    expect(response.status).toBe(502);
    await access.close();
    expect(settled).toEqual([0]);
  });

  it('book an answer whose usage cannot be read as the worst', async () => {
    const answer = { headers: { 'content-encoding': 'br' } };
    const { post, access, settled } = await runGateway({ answer });
    expect((await post(paths.messages, ask)).status).toBe(502);
    await access.close();
    expect(settled[0]).toBeGreaterThan(20_000);
  });

  it('book nothing for an error that is encoded', async () => {
    const { post, settled } = await runGateway({
      answer: { status: 503, headers: { 'content-encoding': 'gzip' } },
    });
    await post(paths.messages, ask).catch(() => 'its bytes are no gzip');
    await expect.poll(() => settled).toEqual([0]);
  });

  it('wait for others that hold the rest, and give up in time', async () => {
    const spending = await openSpending({ attempt: 50_000, pullRequest: 50_000, month: 50_000 });
    const { post } = await runGateway({ spending, options: { heldMs: 300 } });
    const held = await spending.reserve(accounts, 40_000);
    const impatient = await post(paths.messages, ask);
    expect(impatient.status).toBe(503);
    expect(await impatient.json()).toMatchObject({ error: { code: 'budget_held' } });
    const patient = post(paths.messages, ask);
    await spending.settle(held.kind === 'reserved' ? held.id : '', 0);
    expect((await patient).status).toBe(200);
  });

  it('are closed to all while the ledger is out of reach', async () => {
    const broken = {
      ...(await openSpending({ attempt: 0, pullRequest: 0, month: 0 })),
      reserve: () => Promise.reject(new Error('down')),
    };
    const { post, provider } = await runGateway({ spending: broken });
    expect((await post(paths.messages, ask)).status).toBe(503);
    expect(provider.requests).toHaveLength(0);
  });
});
