import type { TimeSource } from '#base/needs/clock.ts';
import type { Log } from '#base/needs/log.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import * as z from 'zod';
import { ForgeLater } from './errors.ts';
import type { GitHubResponse } from './exchange.ts';

/** The caller, and which of the two rate limits of GitHub it uses. */
export interface Spender {
  readonly scope: string;
  readonly resource: 'core' | 'graphql';
}

export interface RateLimits {
  /** Throws while GitHub accepts no requests. */
  check(spender: Spender): void;
  /** Remembers what an answer says about limits; throws if it is itself a refusal by one. */
  learn(spender: Spender, answer: GitHubResponse): void;
}

/** Keeps the limits of GitHub: once a limit is used up, no caller sends another request. */
export function createLimits(clock: TimeSource, log: Log, metrics: Metrics): RateLimits {
  const blocks = new Map<string, { readonly until: number; readonly reason: string }>();
  const strikes = new Map<string, number>();
  const block = (key: string, until: number, reason: string): void => {
    if ((blocks.get(key)?.until ?? 0) < until) blocks.set(key, { until, reason });
  };
  return {
    check({ scope, resource }) {
      for (const key of [scope, budgetKey({ scope, resource })]) {
        const found = blocks.get(key);
        if (found === undefined) continue;
        if (clock.now() < found.until) throw new ForgeLater(found.until, found.reason);
        blocks.delete(key);
      }
    },
    learn(spender, answer) {
      const { scope, resource } = spender;
      const now = clock.now();
      const remaining = readNumberHeader(answer, 'x-ratelimit-remaining');
      const resetAt = (readNumberHeader(answer, 'x-ratelimit-reset') ?? 0) * 1000;
      if (remaining !== undefined) {
        metrics.gauge('github_rate_limit_remaining', remaining, { kind: resource });
        if (remaining === 0) block(budgetKey(spender), resetAt, primaryReason);
      }
      const kind = detectLimit(answer, remaining);
      if (kind === undefined) {
        if (answer.status < 400) strikes.delete(scope);
        return;
      }
      const strike = strikes.get(scope) ?? 0;
      strikes.set(scope, strike + 1);
      const waitMs = (readNumberHeader(answer, 'retry-after') ?? waitSeconds(strike)) * 1000;
      const primaryAt = Math.max(resetAt, now + 1000);
      const until = kind === 'primary' ? primaryAt : now + waitMs;
      const reason = kind === 'primary' ? primaryReason : 'too many requests in a short time';
      block(kind === 'primary' ? budgetKey(spender) : scope, until, reason);
      metrics.count('github_limited', 1, { kind });
      log.warn('GitHub limits our requests', { kind, resource, until });
      throw new ForgeLater(until, reason);
    },
  };
}

const primaryReason = 'the requests of this hour are used up';

function budgetKey({ scope, resource }: Spender): string {
  return `${scope} ${resource}`;
}

function readNumberHeader({ headers }: GitHubResponse, name: string): number | undefined {
  const text = headers[name];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

// At least a minute, as GitHub asks where it names no time.
function waitSeconds(strike: number): number {
  return Math.min(60 * 2 ** strike, 900);
}

// A refusal by a limit looks like one by permission, and one of GraphQL like a success.
function detectLimit(
  answer: GitHubResponse,
  remaining: number | undefined,
): 'primary' | 'secondary' | undefined {
  const { status, headers, data } = answer;
  const { message, errors } = said.safeParse(data).data ?? {};
  const limited = errors?.find(
    ({ type, message: text }) => type === 'RATE_LIMITED' || isSecondary(text),
  );
  if (limited !== undefined) return remaining === 0 ? 'primary' : 'secondary';
  if (status === 503) return headers['retry-after'] === undefined ? undefined : 'secondary';
  if (status !== 403 && status !== 429) return undefined;
  if (headers['retry-after'] !== undefined || isSecondary(message)) return 'secondary';
  if (remaining === 0) return 'primary';
  return status === 429 ? 'secondary' : undefined;
}

const said = z.object({
  message: z.string().optional().catch(undefined),
  errors: z
    .array(z.object({ type: z.string().optional(), message: z.string().optional() }))
    .optional()
    .catch(undefined),
});

function isSecondary(message: string | undefined): boolean {
  return /secondary rate limit|abuse detection/i.test(message ?? '');
}
