import * as z from 'zod';
import type { FailedDelivery } from '#ratchet/needs/forge.ts';
import { appAccess } from './access.ts';
import type { GitHubClient } from './client.ts';
import { requireData } from './errors.ts';

export interface RefusedDelivery extends FailedDelivery {
  /** What was answered to it. */
  readonly status: number;
}

/** Deliveries of which no attempt arrived, each by its newest attempt. */
export async function listFailedDeliveries(
  client: GitHubClient,
  since: number,
): Promise<readonly RefusedDelivery[]> {
  if (!(await client.isApp())) return [];
  const arrived = new Set<string>();
  const failed = new Map<string, RefusedDelivery>();
  const path = '/app/hook/deliveries';
  const request = { method: 'GET', path, parameters: { per_page: 100 } } as const;
  let pages = 0;
  for await (const page of client.pages({ ...request, what: 'list deliveries' }, appAccess)) {
    const deliveries = z.array(deliveryShape).parse(page);
    for (const { id, guid, event, delivered_at: deliveredAt, status_code: status } of deliveries) {
      if (deliveredAt < since) continue;
      if (status >= 200 && status < 300) arrived.add(guid);
      else if (!failed.has(guid)) failed.set(guid, { id, guid, event, deliveredAt, status });
    }
    pages += 1;
    // The newest come first. What a flood hides comes up once its newer ones are old.
    const oldest = deliveries.at(-1)?.delivered_at ?? 0;
    if (oldest < since || pages >= mostPages) break;
  }
  return [...failed.values()].filter(({ guid }) => !arrived.has(guid));
}

/** Has GitHub send a delivery again, under the same guid. */
export async function redeliver(client: GitHubClient, id: string): Promise<void> {
  const path = '/app/hook/deliveries/{delivery_id}/attempts';
  const request = { method: 'POST', path, parameters: { delivery_id: id } } as const;
  // Once more does no harm: deliveries are told apart by their guid.
  requireData(
    await client.rest({ ...request, repeatable: true }, appAccess),
    `send delivery ${id} again`,
  );
}

const mostPages = 50;

const deliveryShape = z.object({
  id: z.union([z.string(), z.int()]).transform(String),
  guid: z.string(),
  event: z.string(),
  delivered_at: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  status_code: z.int(),
});
