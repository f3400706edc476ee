import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { createSqliteSpending } from '#store/sqlite/spending.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import { createIds } from '#platform/system/ids.ts';
import { budgetLimits } from '#config/budget-limits.ts';
import { loadConfig } from '#config/load.ts';
import { cost } from '#model/cost.ts';
import type { ModelGateway } from '#repair/needs/model-gateway.ts';
import { openGateway } from '#local/gateway.ts';
import { selfSigned } from '../support/certificate.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { openSpending } from '../support/open-spending.ts';
import { streamAnswer } from '../support/provider-shapes.ts';
import { tempFolder } from '../support/temp-folder.ts';

const key = { ANTHROPIC_API_KEY: 'real-key-value' };
const limits = { attempt: 1_000_000, pullRequest: 1_000_000, month: 1_000_000 };

describe('openGateway', () => {
  it.each([
    [{}, []],
    [{ ANTHROPIC_API_KEY: '', OPENAI_API_KEY: ' ' }, []],
    [{ OPENAI_API_KEY: 'k' }, ['openai']],
    [{ ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' }, ['anthropic', 'openai']],
    [{ OTHER: 'k', RATCHETR_MODELS_KEYS_ANTHROPIC: 'OTHER' }, ['anthropic']],
    [{ ANTHROPIC_API_KEY: 'k', RATCHETR_MODELS_KEYS_ANTHROPIC: 'OTHER' }, []],
  ])('with %j it serves %j', async (env, providers) => {
    const opened = await open(env);
    expect(opened.providers).toEqual(providers);
    expect(opened.gateway !== undefined).toBe(providers.length > 0);
  });

  it('prices and limits requests as it is configured, and sends them where it is told', async () => {
    const provider = await startFakeProvider(() => ({ usage: { input: 1000, output: 100 } }));
    onTestFinished(() => provider.stop());
    const { gateway } = await open({
      OPENAI_API_KEY: 'real-key-value',
      RATCHETR_MODELS_ORIGINS_OPENAI: provider.origin,
      RATCHETR_MODELS_DEFAULT_OUTPUT_TOKENS: '77',
      RATCHETR_MODELS_PRICES: '{gpt-9: {input: 3, output: 20}}',
    });
    const access = await askOpenai(gateway, 'gpt-9');
    expect((await access?.cost())?.usd).toBe((1000 * 3 + 100 * 20) / 1e6);
    expect(provider.requests).toMatchObject([
      { path: '/v1/responses', headers: { authorization: 'Bearer real-key-value' } },
    ]);
    expect(JSON.parse(provider.requests[0]?.body ?? '')).toMatchObject({ max_output_tokens: 77 });
  });

  it('asks below the path of an address', async () => {
    const provider = await startFakeProvider();
    onTestFinished(() => provider.stop());
    const { gateway } = await open({
      OPENAI_API_KEY: 'real-key-value',
      RATCHETR_MODELS_ORIGINS_OPENAI: `${provider.origin}/base/`,
    });
    await askOpenai(gateway);
    expect(provider.requests).toMatchObject([{ path: '/base/v1/responses' }]);
  });
});

describe('gateways of two processes on one ledger', () => {
  it('do not overspend with 8 parallel attempts, and meter every stream that is cut', async () => {
    const capUsd = 0.3;
    const usage = { input: 40, output: 900 };
    const provider = await startFakeProvider((_, count) => ({
      usage,
      text: 'word '.repeat(200),
      pauseMs: count % 7,
      chunkBytes: 700,
      ...(count % 4 === 0 && { cutAfter: 3000 }),
    }));
    onTestFinished(() => provider.stop());
    const env = {
      ...key,
      RATCHETR_MODELS_ORIGINS_ANTHROPIC: provider.origin,
      RATCHETR_BUDGETS_PULL_REQUEST_USD: String(capUsd),
      RATCHETR_BUDGETS_ATTEMPT_USD: String(capUsd),
    };
    const { path, spending } = await openState(capUsd);
    const attempts = (
      await Promise.all(['one', 'two'].map((name) => ask({ args: [path, name, '4', '1000'], env })))
    ).flat();
    const costs = attempts.map((attempt) => attempt.cost);
    const { pullRequest } = await spending.balance(accounts);
    // 1,000 output tokens of this model cost 0.02 dollars, its request little more than that.
    const oneResponse = 21_000;
    expect(pullRequest.spent).toBeLessThanOrEqual(pullRequest.limit + oneResponse);
    expect(pullRequest.spent).toBeGreaterThan(pullRequest.limit - oneResponse);
    expect(pullRequest.reserved).toBe(0);
    expect(sum(costs.map(({ usd }) => usd * 1e6))).toBeCloseTo(pullRequest.spent, 3);
    expect(sum(costs.map(({ requests = 0 }) => requests))).toBe(provider.requests.length);
    expect(provider.requests.length).toBeGreaterThan(8);
    // A cut stream told its input before it broke off.
    expect(sum(costs.map(({ inputTokens = 0 }) => inputTokens))).toBe(
      provider.requests.length * usage.input,
    );
    const atLeast = (provider.requests.length * (40 * 4 + 100 * 20)) / 1e6;
    expect(pullRequest.spent / 1e6).toBeGreaterThan(atLeast);
    for (const { statuses } of attempts) expect(statuses.at(-1)).toBe(400);
  });
});

describe('a provider behind an authority of our own', () => {
  it('is trusted where Node is told of the authority, and nowhere else', async () => {
    const { key: serverKey, cert, path: authority } = await selfSigned();
    const server = createServer({ key: serverKey, cert }, (incoming, outgoing) => {
      incoming.resume().on('end', () => {
        outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
        outgoing.end(streamAnswer('messages', 'Done.', { input: 10, output: 20 }));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = z.object({ port: z.int() }).parse(server.address());
    const { path } = await openState(1);
    const env = {
      ...key,
      RATCHETR_MODELS_ORIGINS_ANTHROPIC: `https://localhost:${address.port}`,
    };
    const args = [path, 'tls', '1', '1'];
    const [stranger] = await ask({ args, env });
    expect(stranger?.statuses).toEqual([502]);
    expect(stranger?.cost.usd).toBe(0);
    const [known] = await ask({ args, env: { ...env, NODE_EXTRA_CA_CERTS: authority } });
    expect(known).toMatchObject({ statuses: [200], cost: { inputTokens: 10, outputTokens: 20 } });
  });
});

const accounts = { attempt: 'a', pullRequest: 'p', month: '2026-11' };

const told = z.object({ statuses: z.array(z.int()), cost });

async function open(env: Readonly<Record<string, string>>) {
  const loaded = loadConfig({ env, overrides: [] });
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems));
  const spending = await openSpending(limits);
  const log = createTextLog({ clock: systemClock, output: process.stderr }, { level: 'warn' });
  const opened = await openGateway({ env, log, clock: systemClock }, loaded.config, spending);
  onTestFinished(() => opened.stop());
  return opened;
}

async function askOpenai(gateway: ModelGateway | undefined, model = 'gpt-6.1-sol') {
  const access = await gateway?.open(accounts);
  const response = await fetch(`${gateway?.baseUrls.openai}/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access?.token}` },
    body: JSON.stringify({ model, input: 'x' }),
  });
  await response.text();
  await access?.close();
  return access;
}

async function openState(capUsd: number) {
  const path = join(await tempFolder(), 'state.db');
  const database = openDatabase({ path });
  onTestFinished(() => database.close());
  await createSqliteRunStore({ database }).init();
  const budgets = { attemptUsd: capUsd, pullRequestUsd: capUsd, monthUsd: 100 };
  const deps = { database, clock: systemClock, ids: createIds({ clock: systemClock }) };
  return { path, spending: createSqliteSpending(deps, { limits: budgetLimits(budgets) }) };
}

async function ask({
  args,
  env,
}: {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}) {
  const program = join(import.meta.dirname, 'programs/ask-models.ts');
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [program, ...args], { env, stdio: [...stdio] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = (await text(child.stdout)).trim().split('\n');
  return lines.map((line) => told.parse(JSON.parse(line)));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
