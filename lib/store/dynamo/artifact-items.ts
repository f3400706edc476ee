import { type Artifact, artifact } from '#model/artifact.ts';
import { fromText, toText } from './free-json.ts';
import { type Item, putIfAbsent } from './items.ts';
import { keys } from './keys.ts';
import type { DynamoTable } from './table.ts';

export async function addArtifact(
  table: DynamoTable,
  added: Artifact,
): Promise<'added' | 'exists'> {
  const meta = added.meta && toText(added.meta);
  const key = keys.artifact(added.runId, added.name);
  const outcome = await putIfAbsent(table, { ...key, ...added, meta });
  return outcome === 'put' ? 'added' : 'exists';
}

export function parseArtifact(item: Item): Artifact {
  const meta = item['meta'] === undefined ? undefined : fromText(item['meta']);
  return artifact.parse({ ...item, ...(meta && { meta }) });
}
