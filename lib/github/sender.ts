import type { Clock } from '#base/needs/clock.ts';
import type { Log } from '#base/needs/log.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import { limitConcurrency } from '#base/limit-concurrency.ts';
import { ForgeUnavailable } from './errors.ts';
import { type GitHubResponse, type Outgoing, sendOnce } from './exchange.ts';
import { type Spender, createLimits } from './limits.ts';

export interface GitHubServices {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly fetch?: typeof fetch | undefined;
}

interface Question extends Omit<Outgoing, 'headers'>, Spender {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Asked for each try, because the next one may need another. */
  readonly authorization: () => string;
  /** Doing it twice is the same as once, so it is tried again after an outage. */
  readonly repeatable: boolean;
  readonly tries?: number | undefined;
}

export type Send = (question: Question) => Promise<GitHubResponse>;

/**
 * The one way to GitHub: few requests at once, none against a limit, and again after an outage that passes.
 * Answers below 500 come back as they are.
 */
export function createSender({ clock, log, metrics, fetch: send = fetch }: GitHubServices): Send {
  const inSlot = limitConcurrency(mostAtOnce);
  const limits = createLimits(clock, log, metrics);
  const attempt = async (question: Question): Promise<GitHubResponse | Error> => {
    limits.check(question);
    const answer = await sendOnce(send, toOutgoing(question)).catch(asError);
    const outcome = answer instanceof Error ? 'broken' : `${Math.floor(answer.status / 100)}xx`;
    metrics.count('github_requests', 1, { kind: question.resource, outcome });
    if (!(answer instanceof Error)) limits.learn(question, answer);
    return answer;
  };
  return async (question) => {
    const tries = question.repeatable ? (question.tries ?? pausesMs.length + 1) : 1;
    for (let tried = 1; ; tried += 1) {
      const answer = await inSlot(() => attempt(question));
      if (!(answer instanceof Error) && answer.status < 500) return answer;
      if (tried >= tries) throw unavailableError(question, answer);
      const pauseMs = pausesMs[tried - 1] ?? 0;
      // Many of us were refused at the same moment, and must not come back at the same moment.
      await clock.sleep(Math.round(pauseMs * (0.5 + Math.random())));
    }
  };
}

// GitHub allows a hundred, to all who share our access.
const mostAtOnce = 12;

const pausesMs = [500, 2_000, 6_000];

function toOutgoing(question: Question): Outgoing {
  const { method, url, body, redirect } = question;
  const headers = { ...question.headers, authorization: question.authorization() };
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { method, url, body, redirect, headers: Object.fromEntries(given) };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function unavailableError(
  { method, url }: Question,
  answer: GitHubResponse | Error,
): ForgeUnavailable {
  const { host, pathname } = new URL(url);
  const what = `${method} ${host}${pathname}`;
  if (answer instanceof Error) {
    return new ForgeUnavailable(`GitHub did not answer ${what}; it is asked again later`, {
      cause: answer,
    });
  }
  return new ForgeUnavailable(
    `GitHub answered ${what} with ${answer.status}; it is asked again later`,
  );
}
