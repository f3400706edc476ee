import type * as z from 'zod';
import type { ArtifactKey } from '#model/artifact.ts';
import { parseJson } from '#base/json.ts';
import { getAtMost, longestJson } from '../get-at-most.ts';
import type { ArtifactReader } from '#model/needs/artifacts.ts';

/** A kept text; undefined: it is not there, it is no text, or nobody could hold it. */
export async function readText(
  artifacts: ArtifactReader,
  key: ArtifactKey,
): Promise<string | undefined> {
  const bytes = await getAtMost(artifacts, key, longestJson);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A kept value; undefined: it is not there, or it is another one. */
export async function readValue<Schema extends z.ZodType>(
  artifacts: ArtifactReader,
  key: ArtifactKey,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const text = await readText(artifacts, key);
  return text === undefined ? undefined : schema.safeParse(parseJson(text)).data;
}
