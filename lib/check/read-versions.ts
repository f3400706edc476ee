import type { BaselineEntry } from './rules/findings/baseline.ts';
import type { TwoVersions } from './rules/findings/line-map.ts';
import type { Finding } from '#model/finding.ts';
import { longestSource, splitLines, type TreeReader } from './name-findings.ts';
import type { Base } from './read-base.ts';

export interface FindingsInVersions {
  readonly repository: string;
  readonly base: Pick<Base, 'changes' | 'readFile'>;
  readonly entries: readonly BaselineEntry[];
  readonly findings: readonly Finding[];
}

/** Reads both versions of the files that differ and that findings or tolerated ones are in: in all others no line went anywhere. */
export async function readVersions(
  { sources }: Pick<TreeReader, 'sources'>,
  { repository, base, entries, findings }: FindingsInVersions,
): Promise<TwoVersions> {
  const { renames, changed, deleted } = base.changes;
  const oldPaths = new Map([...renames].map(([from, to]) => [to, from]));
  const [olds, nows] = [new Map<string, readonly string[]>(), new Map<string, readonly string[]>()];
  const paths = new Set([
    ...entries.map(({ path }) => renames.get(path) ?? path),
    ...findings.flatMap(({ filePath }) => filePath ?? []),
  ]);
  const read = [...paths].map(async (path) => {
    if (!changed.has(path) && !deleted.has(path)) return;
    const now = await sources.readText(`${repository}/${path}`, longestSource);
    // Too long to be followed, and its old version with it.
    if (now === undefined && !deleted.has(path)) return;
    if (now !== undefined) nows.set(path, splitLines(now));
    const oldPath = oldPaths.get(path) ?? path;
    const old = await base.readFile(oldPath);
    if (old !== undefined) olds.set(oldPath, splitLines(old));
  });
  await Promise.all(read);
  return { olds, nows, renames };
}
