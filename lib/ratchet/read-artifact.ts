import type * as z from 'zod';
import type { ArtifactKey } from '#model/artifact.ts';
import type { ArtifactReader } from '#model/needs/artifacts.ts';
import { parseJson } from '#base/json.ts';

/** More than any changeset or report of ours takes. */
const longestText = 16 * 1024 * 1024;

/** A stored value; undefined: it is not there, or it has another shape. */
export async function readStoredValue<Schema extends z.ZodType>(
  artifacts: ArtifactReader,
  key: ArtifactKey,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const text = await readStoredText(artifacts, key);
  return text === undefined ? undefined : schema.safeParse(parseJson(text)).data;
}

/** A stored text; undefined: it is not there, it is no text, or it is too large to be held in memory. */
export async function readStoredText(
  artifacts: ArtifactReader,
  key: ArtifactKey,
): Promise<string | undefined> {
  const bytes = await readAtMost(artifacts, key, longestText);
  return bytes && decodeText(bytes);
}

/**
 * Reads what a worker stored, unless it is larger than that: a function that runs out of memory does not say why, and
 * is called with the same again. What is stored is never replaced, so its size is that of what is read.
 */
export async function readAtMost(
  artifacts: ArtifactReader,
  key: ArtifactKey,
  mostBytes: number,
): Promise<Uint8Array | undefined> {
  const facts = await artifacts.describe(key);
  if (facts === undefined || facts.sizeBytes > mostBytes) return undefined;
  return artifacts.get(key);
}

/** undefined: the bytes are no UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
