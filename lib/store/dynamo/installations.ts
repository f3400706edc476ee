import * as z from 'zod';
import { requireStorable } from '#base/not-storable.ts';
import { type InstallationId, timestamp, workspaceId } from '#model/ids.ts';
import type { InstallationStore, Pause, Sighting } from '#ratchet/needs/installation-store.ts';
import { toExpirySeconds } from './expiry.ts';
import { getItem, queryPrefix, updateItem } from './items.ts';
import { keys, sightingPrefix } from './keys.ts';
import type { DynamoTable } from './table.ts';

const pauseSchema = z.object({ by: z.string(), at: timestamp });
const meta = z.object({ pause: pauseSchema.optional() });
const seen = z.object({ seenAt: timestamp });
const sightingSchema = z.object({
  repositoryId: z.string().min(1),
  fingerprint: z.string().min(1),
  workspaceId,
  at: timestamp,
});

/** Installations on one DynamoDB table, by writes of single items. */
export function createDynamoInstallationStore(table: DynamoTable): InstallationStore {
  return {
    pauseOf: async (id) => {
      const item = await getItem(table, keys.installation(id));
      return item && meta.parse(item).pause;
    },
    setPause: (id, pause) => updatePause(table, id, pause),
    sight: async (sighting) => {
      requireStorable('sighting', sightingSchema, sighting);
      return putSighting(table, sighting);
    },
  };
}

async function updatePause(
  table: DynamoTable,
  id: InstallationId,
  pause: Pause | undefined,
): Promise<void> {
  const key = keys.installation(id);
  const names = { '#pause': 'pause' };
  if (pause === undefined) {
    await updateItem(table, key, {
      UpdateExpression: 'REMOVE #pause',
      ExpressionAttributeNames: names,
    });
    return;
  }
  await updateItem(table, key, {
    UpdateExpression: 'SET #pause = :pause',
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: { ':pause': requireStorable('pause', pauseSchema, pause) },
  });
}

/** The sighting first: of two at the same time at least one counts both. */
async function putSighting(table: DynamoTable, sighting: Sighting): Promise<number> {
  const { at, windowMs } = sighting;
  await updateItem(table, keys.sighting(sighting), {
    UpdateExpression: 'SET seenAt = :at, #ttl = :ttl',
    // Looks end in any order; the latest sighting stands.
    ConditionExpression: 'attribute_not_exists(seenAt) OR seenAt < :at',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':at': at, ':ttl': toExpirySeconds(at + windowMs) },
  });
  const { pk } = keys.sighting(sighting);
  const items = await queryPrefix(table, pk, sightingPrefix(sighting));
  return items.filter((item) => seen.parse(item).seenAt >= at - windowMs).length;
}
