import { createHmac, randomUUID } from 'node:crypto';

export interface Ping {
  readonly url: string;
  readonly appId: string;
  /** What it is signed with. */
  readonly secret: string;
  /** The id of the delivery, to send the same one again. */
  readonly id?: string;
}

export interface PingAnswer {
  readonly id: string;
  readonly status: number;
  readonly text: string;
}

const body = JSON.stringify({ zen: 'Keep it logically awesome.', hook: { type: 'App' } });

/** Sends what GitHub sends to a new webhook, signed as GitHub signs. */
export async function sendPing(
  { fetch }: { readonly fetch: typeof globalThis.fetch },
  { url, appId, secret, id = randomUUID() }: Ping,
): Promise<PingAnswer> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'ratchetr',
      'x-github-delivery': id,
      'x-github-event': 'ping',
      'x-github-hook-installation-target-id': appId,
      'x-github-hook-installation-target-type': 'integration',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    body,
  });
  return { id, status: answer.status, text: (await answer.text()).trim().slice(0, 300) };
}
