import { createHmac, randomUUID } from 'node:crypto';
import type { WorldEvent } from './events.ts';
import type { WebhookFaults } from './faults.ts';
import type { App, Installation } from './identity.ts';
import type { Limits } from './limits.ts';
import type { Delivery } from './model.ts';
import type { Site } from './shapes/site.ts';
import { holds, payloadOf } from './webhook-payloads.ts';
import type { World } from './world.ts';

export interface Webhooks {
  /** Sends those that were held back to be shuffled. */
  flush(): void;
  /** Sends the same bytes under the same guid once more, as a delivery of its own. */
  redeliver(delivery: Delivery): Promise<void>;
  /** Nothing is told any more; what is on its way is given up. */
  close(): void;
}

interface Givens {
  readonly world: World;
  readonly site: Site;
  readonly limits: Limits;
  readonly faults: WebhookFaults;
}

interface WebhookDeps extends Givens {
  readonly closing: AbortSignal;
}

/** Tells the webhooks of all Apps what happens in the world, in its order unless a fault shuffles it. */
export function createWebhooks(given: Givens): Webhooks {
  const { world, faults } = given;
  const closing = new AbortController();
  const deps: WebhookDeps = { ...given, closing: closing.signal };
  const lines = new Map<App, Promise<void>>();
  let held: readonly Delivery[] = [];
  const send = (delivery: Delivery): void => {
    const before = lines.get(delivery.app) ?? Promise.resolve();
    const sent = before.then(() => deliver(deps, delivery));
    lines.set(
      delivery.app,
      sent.catch(() => undefined),
    );
    world.background(sent);
  };
  const flush = (): void => {
    const reversed = held.toReversed();
    held = [];
    for (const delivery of reversed) send(delivery);
  };
  const stopListening = world.on((event) => {
    for (const installation of listenersTo(world, event)) {
      held = [...held, recordDelivery(deps, event, installation)];
    }
    if (held.length >= faults.shuffle) flush();
  });
  return {
    flush,
    redeliver: (delivery) => deliver(deps, record(world, { ...delivery, redelivery: true })),
    close: () => {
      stopListening();
      closing.abort();
    },
  };
}

/** Installations whose App has a webhook that wants the event and may see it. */
function listenersTo(world: World, event: WorldEvent): readonly Installation[] {
  return [...world.installations.values()].filter((installation) => {
    const { app } = installation;
    if (app.webhook === undefined) return false;
    if (event.type === 'installation' || event.type === 'installation_repositories') {
      return event.installation === installation;
    }
    if (installation.suspended || !holds(installation, event.repository)) return false;
    return app.events.includes(event.type) && isFor(app, event);
  });
}

/** What people ask of a check, only the App that made it hears. */
function isFor(app: App, event: WorldEvent): boolean {
  if (event.type !== 'check_run') return true;
  return event.action === 'created' || event.action === 'completed' || event.run.suite.app === app;
}

function recordDelivery(
  deps: WebhookDeps,
  event: WorldEvent,
  installation: Installation,
): Delivery {
  const { world, site } = deps;
  return record(world, {
    guid: randomUUID(),
    app: installation.app,
    installation,
    repository: 'repository' in event ? event.repository : undefined,
    event: event.type,
    action: 'action' in event ? event.action : undefined,
    payload: JSON.stringify(payloadOf(world, site, { event, installation })),
    redelivery: false,
  });
}

type Message = Pick<
  Delivery,
  'guid' | 'app' | 'installation' | 'repository' | 'event' | 'action' | 'payload' | 'redelivery'
>;

function record(world: World, message: Message): Delivery {
  const id = world.ids.delivery();
  const outcome = { status: 'pending', statusCode: 0, duration: 0 };
  const delivery = { ...message, id, deliveredAt: world.now(), ...outcome };
  world.deliveries.set(id, delivery);
  return delivery;
}

async function deliver(deps: WebhookDeps, delivery: Delivery): Promise<void> {
  const { faults, world } = deps;
  if (faults.delayMs > 0) await world.clock.sleep(faults.delayMs);
  const lost = typeof faults.drop === 'function' ? faults.drop(delivery.event) : faults.drop;
  if (lost) {
    Object.assign(delivery, { status: 'timed out', statusCode: 504 });
    return;
  }
  if (faults.double) await post(deps, delivery);
  const started = world.clock.now();
  Object.assign(delivery, await post(deps, delivery));
  delivery.duration = (world.clock.now() - started) / 1000;
}

async function post(
  { limits, closing }: WebhookDeps,
  delivery: Delivery,
): Promise<Pick<Delivery, 'status' | 'statusCode'>> {
  const { webhook } = delivery.app;
  if (webhook === undefined) return { status: 'no webhook', statusCode: 0 };
  try {
    const answer = await fetch(webhook.url, {
      method: 'POST',
      headers: headersOf(delivery, webhook.secret),
      body: delivery.payload,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(limits.webhookTimeoutMs)]),
    });
    await answer.arrayBuffer();
    const { status: statusCode } = answer;
    return { status: answer.ok ? 'OK' : `Invalid HTTP Response: ${statusCode}`, statusCode };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    return late
      ? { status: 'timed out', statusCode: 504 }
      : { status: 'failed to connect to host', statusCode: 502 };
  }
}

function headersOf(delivery: Delivery, secret: string): Record<string, string> {
  const signed = (algorithm: string) =>
    `${algorithm}=${createHmac(algorithm, secret).update(delivery.payload).digest('hex')}`;
  return {
    accept: '*/*',
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/4d6c7c1',
    'x-github-delivery': delivery.guid,
    'x-github-event': delivery.event,
    'x-github-hook-id': String(delivery.app.id),
    'x-github-hook-installation-target-id': String(delivery.app.id),
    'x-github-hook-installation-target-type': 'integration',
    'x-hub-signature': signed('sha1'),
    'x-hub-signature-256': signed('sha256'),
  };
}
