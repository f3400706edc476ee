import * as z from 'zod';
import type { Environment } from '#config/env.ts';
import { environmentNames } from '#config/env-names.ts';
import { sessionVerbs } from '#domain/broker/session-verbs.ts';
import { probeWorkspace } from '#domain/session/probe.ts';
import type { Clock } from '#ports/clock.ts';

/** Whether this worker was launched only to see whether workers can be. */
export function isProbe(env: Environment): boolean {
  return env[environmentNames.workspace] === probeWorkspace;
}

const refusal = z.object({ reason: z.string() });
const pausesMs = [1_000, 3_000, 10_000];

/**
 * Says hello to the broker with a token that it must refuse: an answer of that kind comes only from a broker that
 * can be reached from here and has its key. A text says what is wrong.
 */
export async function greetBroker(
  env: Environment,
  clock: Pick<Clock, 'sleep'>,
): Promise<string | undefined> {
  const { [environmentNames.brokerUrl]: url = '', [environmentNames.capability]: token = '' } = env;
  for (const pauseMs of pausesMs) {
    const problem = await greet(url, token);
    if (problem === undefined) return undefined;
    await clock.sleep(pauseMs);
  }
  return greet(url, token);
}

async function greet(url: string, token: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url.replace(/\/+$/, '')}/v1/${sessionVerbs.start.name}`, {
      method: 'POST',
      redirect: 'error',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(10_000),
    });
    const text = await answer.text();
    const isBroker = answer.status === 401 && refusal.safeParse(jsonOf(text)).success;
    return isBroker
      ? undefined
      : `The broker answered ${answer.status} instead of its refusal: ${text.slice(0, 200)}`;
  } catch (error) {
    return `The broker cannot be reached from a worker: ${String(error)}`;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
