import { createHash } from 'node:crypto';
import * as z from 'zod';
import { artifactName } from '#domain/model/artifact.ts';
import type { AttemptResult } from '#domain/model/attempt.ts';
import { type RunId, sha256 } from '#domain/model/ids.ts';
import type { Artifacts } from '#ports/artifacts.ts';

type Json = Record<string, z.core.util.JSONType>;

/** An item holds 400 KB and every write of it is billed by size, so long texts live in artifacts. */
const longestInline = 8 * 1024;

/** Free values are kept as text: DynamoDB's numbers end at 1e126, those of JSON do not. */
const packed = z.union([z.object({ $json: z.string() }), z.object({ $artifact: artifactName })]);
const content = z.record(z.string(), z.json());

/** What stands for a value in an item: its text, or the name of an artifact that holds it. */
export async function pack(artifacts: Artifacts, runId: RunId, value: Json): Promise<Json> {
  const text = JSON.stringify(value);
  const bytes = Buffer.from(text);
  if (bytes.length <= longestInline) return { $json: text };
  const digest = createHash('sha256').update(bytes).digest('hex');
  const name = artifactName.parse(`overflow/${sha256.parse(digest)}.json`);
  await artifacts.put({ runId, name }, bytes);
  return { $artifact: name };
}

export async function unpack(artifacts: Artifacts, runId: RunId, value: Json): Promise<Json> {
  const form = packed.parse(value);
  if ('$json' in form) return content.parse(JSON.parse(form.$json));
  const name = form.$artifact;
  const bytes = await artifacts.get({ runId, name });
  if (bytes === undefined) throw new Error(`Artifact ${name} of run ${runId} is gone.`);
  return content.parse(JSON.parse(Buffer.from(bytes).toString()));
}

export async function packResult(
  artifacts: Artifacts,
  result: AttemptResult,
): Promise<AttemptResult> {
  return { ...result, summary: await pack(artifacts, result.runId, result.summary) };
}

/** Reads back the summary of anything that may have one. */
export async function unpackSummary<T extends { readonly summary?: Json | undefined }>(
  artifacts: Artifacts,
  record: T & { readonly runId: RunId },
): Promise<T> {
  if (record.summary === undefined) return record;
  return { ...record, summary: await unpack(artifacts, record.runId, record.summary) };
}
