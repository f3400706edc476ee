import { createHmac, generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import { Probot } from 'probot';
import { systemHash } from '#platform/system/hash.ts';
import { systemSignatures } from '#platform/system/signatures.ts';
import { hasReader } from '#ratchet/rules/ingest/read-event.ts';
import { installationId } from '#model/ids.ts';
import type { Log } from '#base/needs/log.ts';
import type { IngestDeps } from '#ratchet/ingest/deps.ts';
import { ingestWebhook } from '#ratchet/ingest-webhook.ts';
import { webhookExamples } from '../test/support/webhook-examples.ts';
import { printTable } from './table.ts';

const rounds = 150;
const warmUp = 50;
const limits = { bare: 1.3, probot: 1 };
const secret = 'a secret of a webhook';

interface Sample {
  readonly event: string;
  readonly body: Buffer;
  readonly signature: string;
}

type Way = (sample: Sample) => unknown;

/** Taking real payloads, without a store, against the least that must be done and against Probot, in turns. */
export async function benchIngest(): Promise<void> {
  const all = webhookExamples.map(({ event, payload }) => sampleOf(event, payload));
  const read = all.filter(({ event }) => hasReader(event));
  const ways = { bare, ours: ingesting(), probot: await probing() };
  await inTurns(ways, all, warmUp);
  const rows = [
    ...rowsOf(`all ${all.length}`, await inTurns(ways, all, rounds)),
    ...rowsOf(`${read.length} that are read`, await inTurns(ways, read, rounds)),
  ];
  printTable(
    'Taking a webhook without the store: microseconds a payload',
    ['payloads', 'against', 'ingest-webhook', 'other', 'ratio', 'at most', 'within'],
    rows,
  );
}

function rowsOf(payloads: string, { ours, ...others }: Times): readonly (readonly string[])[] {
  const names = {
    bare: 'HMAC and JSON.parse',
    probot: 'Probot with a handler that does nothing',
  };
  return (['bare', 'probot'] as const).map((way) => {
    const ratio = ours / others[way];
    const figures = [ours.toFixed(1), others[way].toFixed(1), ratio.toFixed(2)];
    const within = ratio <= limits[way] ? 'yes' : 'NO';
    return [payloads, names[way], ...figures, limits[way].toFixed(1), within];
  });
}

function sampleOf(event: string, payload: unknown): Sample {
  const body = Buffer.from(JSON.stringify(payload));
  return { event, body, signature: `sha256=${digest(body).toString('hex')}` };
}

function digest(body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(body).digest();
}

function bare({ body, signature }: Sample): unknown {
  const given = Buffer.from(signature.slice('sha256='.length), 'hex');
  if (!timingSafeEqual(digest(body), given)) throw new Error('The signature does not fit');
  return JSON.parse(body.toString());
}

function ingesting(): Way {
  let deliveries = 0;
  return async ({ event, body, signature }) => {
    const headers = {
      'content-type': 'application/json',
      'x-github-delivery': `delivery-${(deliveries += 1)}`,
      'x-github-event': event,
      'x-github-hook-installation-target-id': '1',
      'x-hub-signature-256': signature,
    };
    const { kind } = await ingestWebhook(deps, { headers, body });
    if (kind !== 'woken' && kind !== 'ignored') throw new Error(`${event} is ${kind}`);
  };
}

async function probing(): Promise<Way> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const probot = new Probot({ appId: 1, privateKey, secret, logLevel: 'fatal' });
  await probot.ready();
  probot.onAny(ignore);
  let deliveries = 0;
  return ({ event, body, signature }) =>
    probot.webhooks.verifyAndReceive({
      id: `delivery-${(deliveries += 1)}`,
      name: event,
      payload: body.toString(),
      signature,
    });
}

type Times = Readonly<Record<'bare' | 'ours' | 'probot', number>>;

/** Microseconds of one payload by each way in the quickest round: what else the machine does only adds. */
async function inTurns(
  ways: Readonly<Record<keyof Times, Way>>,
  samples: readonly Sample[],
  count: number,
): Promise<Times> {
  const times = { bare: [] as number[], ours: [] as number[], probot: [] as number[] };
  for (let round = 0; round < count; round += 1) {
    times.bare.push(await timed(ways.bare, samples));
    times.ours.push(await timed(ways.ours, samples));
    times.probot.push(await timed(ways.probot, samples));
  }
  const { min } = Math;
  return { bare: min(...times.bare), ours: min(...times.ours), probot: min(...times.probot) };
}

async function timed(way: Way, samples: readonly Sample[]): Promise<number> {
  const begun = performance.now();
  for (const sample of samples) {
    const done = way(sample);
    if (done instanceof Promise) await done;
  }
  return ((performance.now() - begun) * 1_000) / samples.length;
}

const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {}

const deps: IngestDeps = {
  workspaces: {
    create: async () => 'created',
    wake: async () => 'woken',
    list: async () => [],
    listOfRepository: async () => [],
    findDelivery: async () => undefined,
    recordDelivery: async () => {},
  },
  queue: { send: async () => {} },
  secrets: { read: readSecret, refresh: readSecret },
  signatures: systemSignatures,
  clock: { now: () => Date.now() },
  hash: systemHash,
  log,
  metrics: { count: ignore, duration: ignore, gauge: ignore, flush: ignore },
  receiver: {
    host: 'github.com',
    appId: '1',
    login: 'ratchetr[bot]',
    installationId: installationId.parse('installation-1'),
  },
};

async function readSecret(): Promise<string> {
  return secret;
}
