import type { ArtifactKey } from '#model/artifact.ts';
import type { ArtifactReader } from '#model/needs/artifacts.ts';

/**
 * Reads what a worker stored, unless it is larger than that: a function that runs out of memory says nothing of why,
 * and is called with the same again. What is stored is never replaced, so its size is that of what is read.
 */
export async function getAtMost(
  artifacts: ArtifactReader,
  key: ArtifactKey,
  mostBytes: number,
): Promise<Uint8Array | undefined> {
  const facts = await artifacts.describe(key);
  if (facts === undefined || facts.sizeBytes > mostBytes) return undefined;
  return artifacts.get(key);
}

/** More than any changeset or report of ours takes. */
export const longestJson = 16 * 1024 * 1024;
