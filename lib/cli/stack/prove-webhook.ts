import { type Ping, type PingAnswer, sendPing } from '#github/ping.ts';
import type { Timer } from '#base/needs/clock.ts';
import { rootMessage } from './seen.ts';

export interface Proved {
  readonly ok: boolean;
  /** The last answer, or why there was none. */
  readonly told: string;
}

export interface PingTools {
  readonly clock: Timer;
  readonly fetch?: typeof fetch;
}

/** A function keeps a secret that proved wrong for no longer than these pauses together. */
const pausesMs = [1_000, 3_000, 6_000, 12_000];

/** Sends a signed ping through the real address, again while the function may not have read its secret yet. */
export async function proveWebhook(
  { clock, fetch = globalThis.fetch }: PingTools,
  ping: Ping,
): Promise<Proved> {
  let last = await tryPing(fetch, ping);
  for (const pauseMs of pausesMs) {
    if (last.ok) return last;
    await clock.sleep(pauseMs);
    last = await tryPing(fetch, ping);
  }
  return last;
}

async function tryPing(send: typeof fetch, ping: Ping): Promise<Proved> {
  try {
    const answer = await sendPing({ fetch: send }, ping);
    return { ok: isPingTaken(answer), told: `${answer.status} ${answer.text}` };
  } catch (error) {
    return { ok: false, told: `no answer: ${rootMessage(error)}` };
  }
}

export function isPingTaken({ status }: PingAnswer): boolean {
  return status === 200 || status === 202;
}
