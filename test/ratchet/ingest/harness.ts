import { createHmac } from 'node:crypto';
import { systemHash } from '#platform/system/hash.ts';
import { systemSignatures } from '#platform/system/signatures.ts';
import type { Message } from '#model/message.ts';
import type { Log, LogFields } from '#base/needs/log.ts';
import type { SecretName } from '#ratchet/needs/secrets.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import type { IngestDeps, WebhookReceiver } from '#ratchet/ingest/deps.ts';
import { ingestWebhook, type Webhook, type WebhookAnswer } from '#ratchet/ingest-webhook.ts';
import { silentMetrics } from '../../github/ground.ts';
import { freshStores } from '../../store/sqlite/stores.ts';
import { installationId, t0 } from '../../support/samples.ts';

const secret = 'the secret of the webhook';

export interface Ingesting {
  readonly deps: IngestDeps;
  readonly workspaces: WorkspaceStore;
  readonly sent: readonly Message[];
  readonly logged: readonly { readonly message: string; readonly fields: LogFields }[];
  readonly counted: readonly string[];
  /** What the keeper of secrets holds, and what it holds once it is asked again. */
  readonly secrets: Partial<Record<SecretName, string>>;
  readonly fresh: Partial<Record<SecretName, string>>;
  readonly ingest: (webhook: Webhook, different?: Partial<IngestDeps>) => Promise<WebhookAnswer>;
}

/** Ingest over a real store, with an App of its own. */
export async function ingesting(receiver: Partial<WebhookReceiver> = {}): Promise<Ingesting> {
  const { workspaces } = await freshStores();
  const sent: Message[] = [];
  const logged: { message: string; fields: LogFields }[] = [];
  const counted: string[] = [];
  const secrets: Partial<Record<SecretName, string>> = { 'github-webhook-secret': secret };
  const fresh: Partial<Record<SecretName, string>> = {};
  const write = (message: string, fields: LogFields = {}) => void logged.push({ message, fields });
  const log: Log = { debug: write, info: write, warn: write, error: write };
  const deps: IngestDeps = {
    workspaces,
    queue: { send: async (messages) => void sent.push(...messages) },
    secrets: {
      read: async (name) => secrets[name],
      refresh: async (name) => ({ ...secrets, ...fresh })[name],
    },
    signatures: systemSignatures,
    clock: { now: () => t0 },
    hash: systemHash,
    log,
    metrics: {
      ...silentMetrics,
      count: (name, _, { outcome } = {}) => void counted.push(`${name} ${outcome}`),
    },
    receiver: {
      host: 'github.com',
      appId: '9',
      login: 'ratchetr[bot]',
      installationId: installationId('token'),
      ...receiver,
    },
  };
  const ingest: Ingesting['ingest'] = (taken, different = {}) =>
    ingestWebhook({ ...deps, ...different }, taken);
  return { deps, workspaces, sent, logged, counted, secrets, fresh, ingest };
}

let deliveries = 0;

/** A webhook as the forge sends it, signed over its bytes. */
export function webhook(
  event: string,
  payload: unknown,
  { headers = {}, key = secret }: { headers?: Webhook['headers']; key?: string } = {},
): Webhook {
  const isBytes = payload instanceof Uint8Array;
  const body = isBytes ? payload : new TextEncoder().encode(JSON.stringify(payload));
  const signature = createHmac('sha256', key).update(body).digest('hex');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-delivery': `delivery-${(deliveries += 1)}`,
      'x-github-event': event,
      'x-github-hook-installation-target-id': '9',
      'x-hub-signature-256': `sha256=${signature}`,
      ...headers,
    },
  };
}
