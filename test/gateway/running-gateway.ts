import { onTestFinished } from 'vitest';
import { type GatewayOptions, startGateway } from '#gateway/gateway.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import type { EachBudget } from '#gateway/rules/spending/budgets.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { SecretName } from '#ratchet/needs/secrets.ts';
import type { Spending, SpendingAccounts } from '#gateway/needs/spending.ts';
import { type FakeAnswer, startFakeProvider } from '../support/fake-provider.ts';
import { openSpending } from '../support/open-spending.ts';

export const accounts: SpendingAccounts = { attempt: 'a-1', pullRequest: 'p-1', month: 'm-1' };
export const keys = { anthropic: 'real-anthropic-value', openai: 'real-openai-value' };

export const paths = {
  messages: '/anthropic/v1/messages',
  responses: '/openai/v1/responses',
  chat: '/openai/v1/chat/completions',
} as const;

interface Init {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Planned {
  readonly answer?: FakeAnswer | ((count: number) => FakeAnswer);
  readonly limits?: Partial<EachBudget<number>>;
  readonly options?: GatewayOptions;
  readonly known?: Partial<Record<SecretName, string>>;
  readonly spending?: Spending;
}

/** A gateway with an open access, in front of a fake provider; all its log entries are kept as text. */
export async function runGateway({ answer = {}, limits, options, known, spending }: Planned = {}) {
  const provider = await startFakeProvider((_, count) =>
    typeof answer === 'function' ? answer(count) : answer,
  );
  const log: string[] = [];
  const refreshed: SecretName[] = [];
  const secrets = known ?? { 'anthropic-api-key': keys.anthropic, 'openai-api-key': keys.openai };
  const dollar = 1_000_000;
  const all = { attempt: dollar, pullRequest: 5 * dollar, month: 100 * dollar, ...limits };
  const settled: number[] = [];
  const ledger = watch(spending ?? (await openSpending(all)), settled);
  const deps = {
    spending: ledger,
    clock: systemTime,
    log: createTextLog(
      { clock: systemTime, output: { write: (line) => log.push(line) } },
      { level: 'debug' },
    ),
    secrets: {
      read: async (name: SecretName) => secrets[name],
      refresh: async (name: SecretName) => {
        refreshed.push(name);
        return secrets[name];
      },
    },
  };
  const origins = { anthropic: provider.origin, openai: provider.origin };
  const gateway = await startGateway(deps, { origins, ...options });
  onTestFinished(async () => {
    await gateway.stop();
    await provider.stop();
  });
  const base = new URL(gateway.baseUrls.anthropic).origin;
  const access = gateway.open(accounts);
  const post = (path: string, body: object, init: Init = {}) =>
    fetch(`${base}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      redirect: 'manual',
      ...init,
      headers: { authorization: `Bearer ${access.token}`, ...init.headers },
    });
  return { gateway, provider, access, post, base, log, settled, refreshed, ledger };
}

function watch(spending: Spending, settled: number[]): Spending {
  return {
    ...spending,
    async settle(id, amount) {
      await spending.settle(id, amount);
      settled.push(amount);
    },
  };
}

const systemTime: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, Math.min(milliseconds, 10));
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new DOMException('The sleep was aborted', 'AbortError'));
      });
    }),
};
