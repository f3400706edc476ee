import * as z from 'zod';
import type { Timer } from '#base/needs/clock.ts';
import { parseJson } from '#base/json.ts';
import { workerProtocol } from '../rules/protocol/worker-protocol.ts';

const refusal = z.object({ reason: z.string() });
const pausesMs = [1_000, 3_000, 10_000];

export interface Greeting {
  readonly url: string;
  /** One without a valid seal. */
  readonly token: string;
}

/**
 * Says hello to the broker with a token that it must refuse: an answer of that kind comes only from a broker that
 * can be reached from here and has its key. Returns what is wrong; undefined: nothing is.
 */
export async function greetBroker(clock: Timer, greeting: Greeting): Promise<string | undefined> {
  let problem = await greet(greeting);
  for (const pauseMs of pausesMs) {
    if (problem === undefined) return undefined;
    await clock.sleep(pauseMs);
    problem = await greet(greeting);
  }
  return problem;
}

async function greet({ url, token }: Greeting): Promise<string | undefined> {
  try {
    const { name } = workerProtocol.session.start;
    const answer = await fetch(`${url.replace(/\/+$/, '')}/v1/${name}`, {
      method: 'POST',
      redirect: 'error',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(10_000),
    });
    const text = await answer.text();
    const isBroker = answer.status === 401 && refusal.safeParse(parseJson(text)).success;
    return isBroker
      ? undefined
      : `The broker answered ${answer.status} instead of its refusal: ${text.slice(0, 200)}`;
  } catch (error) {
    return `The broker cannot be reached from a worker: ${String(error)}`;
  }
}
