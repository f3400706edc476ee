import type { IngestEffect } from './rules/ingest/effect.ts';
import type { ReceivingApp } from './rules/ingest/payload.ts';
import { hasReader, readEvent } from './rules/ingest/read-event.ts';
import {
  readWebhookRequest,
  type WebhookRefusal,
  type WebhookHeaders,
  type WebhookRequest,
} from './rules/ingest/webhook-request.ts';
import { applyEffect } from './ingest/apply-effect.ts';
import type { IngestDeps } from './ingest/deps.ts';
import type { SecretName } from './needs/secrets.ts';

/** A webhook as it arrived: the bytes are those that were signed. */
export interface Webhook {
  readonly headers: WebhookHeaders;
  readonly body: Uint8Array;
}

export interface WebhookAnswer {
  readonly status: 200 | 202 | 503 | WebhookRefusal['status'];
  readonly kind: 'woken' | 'ignored' | 'repeated' | 'refused' | 'failed';
  /** What became of it, without a word of the body. */
  readonly outcome: string;
}

/**
 * Takes one webhook: proves that it is genuine, makes due what it concerns, and only then remembers it.
 * Where the process dies in between, the forge delivers the webhook again, and its workspaces are due twice.
 */
export async function ingestWebhook(deps: IngestDeps, webhook: Webhook): Promise<WebhookAnswer> {
  const request = readWebhookRequest(webhook.headers, webhook.body.length);
  const answer =
    request.kind === 'refused'
      ? answerRefusal(request.status, request.reason)
      : await tryToHandleDelivery(deps, request, webhook);
  deps.metrics.count('webhook_deliveries', 1, { outcome: answer.kind });
  if (answer.kind === 'refused') {
    deps.log.warn('Webhook refused', { status: answer.status, reason: answer.outcome });
  }
  return answer;
}

async function tryToHandleDelivery(
  deps: IngestDeps,
  request: WebhookRequest,
  { body }: Webhook,
): Promise<WebhookAnswer> {
  const { id: deliveryId, event } = request;
  try {
    const answer = await handleDelivery(deps, request, body);
    deps.log.debug('Webhook answered', { deliveryId, event, outcome: answer.outcome });
    return answer;
  } catch (error) {
    deps.log.error('Webhook could not be taken', { deliveryId, event, error });
    // The forge keeps it as failed, and reconciliation has it delivered again.
    return { status: 503, kind: 'failed', outcome: 'It could not be taken now: deliver it again.' };
  }
}

async function handleDelivery(
  deps: IngestDeps,
  { id, event, signature, target }: WebhookRequest,
  body: Uint8Array,
): Promise<WebhookAnswer> {
  const { workspaces, clock, receiver } = deps;
  if (!(await isGenuine(deps, body, signature))) {
    return answerRefusal(401, 'The signature does not fit the secret of the webhook.');
  }
  if (receiver.appId !== undefined && target !== receiver.appId) {
    return answerRefusal(403, 'The webhook belongs to another App.');
  }
  const now = clock.now();
  if ((await workspaces.findDelivery(id, now)) !== undefined) {
    return { status: 200, kind: 'repeated', outcome: 'It was taken before.' };
  }
  const effect = readEffect(event, body, receiver);
  if (effect === undefined) return answerRefusal(400, 'The body is not JSON.');
  const { kind, reason } = await applyEffect(deps, effect, { deliveryId: id, now });
  const outcome = `${kind}: ${reason}`;
  await workspaces.recordDelivery({ id, outcome, receivedAt: now, expiresAt: now + rememberedMs });
  return { status: kind === 'woken' ? 202 : 200, kind, outcome };
}

/** Longer than any forge offers to deliver again. */
const rememberedMs = 35 * 24 * 60 * 60_000;

function answerRefusal(status: WebhookRefusal['status'], reason: string): WebhookAnswer {
  return { status, kind: 'refused', outcome: reason };
}

const utf8 = new TextDecoder();

/** undefined: the body is not JSON. What is ignored by its name is not even parsed. */
function readEffect(
  event: string,
  body: Uint8Array,
  receiver: ReceivingApp,
): IngestEffect | undefined {
  if (!hasReader(event)) return readEvent(event, undefined, receiver);
  let payload: unknown;
  try {
    payload = JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
  return readEvent(event, payload, receiver);
}

// While a secret is changed, the forge may still sign with the one before.
const names = ['github-webhook-secret', 'github-webhook-secret-previous'] as const;

/** Whether the sender signed these bytes with the secret of our webhook, or with the one before it. */
async function isGenuine(
  { secrets, signatures }: IngestDeps,
  body: Uint8Array,
  signature: string,
): Promise<boolean> {
  const tried = new Set<string>();
  const fits = async (read: (name: SecretName) => Promise<string | undefined>) => {
    for (const name of names) {
      const secret = await read(name);
      if (secret === undefined || tried.has(secret)) continue;
      tried.add(secret);
      if (signatures.verify(body, signature, secret)) return true;
    }
    return false;
  };
  if (await fits((name) => secrets.read(name))) return true;
  // What is kept of the secrets may be of yesterday.
  if (await fits((name) => secrets.refresh(name))) return true;
  if (tried.size > 0) return false;
  throw new Error('The secret github-webhook-secret is not set: give it the secret of the webhook');
}
