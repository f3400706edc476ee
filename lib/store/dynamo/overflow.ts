import { createHash } from 'node:crypto';
import * as z from 'zod';
import { artifactName } from '#model/artifact.ts';
import type { AttemptResult } from '#model/attempt.ts';
import { type RunId, sha256 } from '#model/ids.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import { type FreeJson, unpackJson } from './free-json.ts';

/** An item holds 400 KB and every write of it is billed by size, so long texts live in artifacts. */
const longestInline = 8 * 1024;

const pointer = z.object({ $artifact: artifactName });

/** What stands for a value in an item: its text, or the name of an artifact that holds it. */
export async function packValue(
  artifacts: Artifacts,
  runId: RunId,
  value: FreeJson,
): Promise<FreeJson> {
  const json = JSON.stringify(value);
  const bytes = Buffer.from(json);
  if (bytes.length <= longestInline) return { $json: json };
  const digest = createHash('sha256').update(bytes).digest('hex');
  const name = artifactName.parse(`overflow/${sha256.parse(digest)}.json`);
  await artifacts.put({ runId, name }, bytes);
  return { $artifact: name };
}

export async function unpackValue(
  artifacts: Artifacts,
  runId: RunId,
  value: FreeJson,
): Promise<FreeJson> {
  const pointed = pointer.safeParse(value);
  if (!pointed.success) return unpackJson(value);
  const name = pointed.data.$artifact;
  const bytes = await artifacts.get({ runId, name });
  if (bytes === undefined) throw new Error(`Artifact ${name} of run ${runId} is gone.`);
  return unpackJson({ $json: Buffer.from(bytes).toString() });
}

export async function packResult(
  artifacts: Artifacts,
  result: AttemptResult,
): Promise<AttemptResult> {
  return { ...result, summary: await packValue(artifacts, result.runId, result.summary) };
}

/** Reads back the summary of anything that may have one. */
export async function unpackSummary<T extends { readonly summary?: FreeJson | undefined }>(
  artifacts: Artifacts,
  record: T & { readonly runId: RunId },
): Promise<T> {
  if (record.summary === undefined) return record;
  return { ...record, summary: await unpackValue(artifacts, record.runId, record.summary) };
}
