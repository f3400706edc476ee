import type { RepositoryReader } from './needs/repository.ts';
import type { Base } from './read-base.ts';
import type { RepositoryFacts } from './rules/repository/facts.ts';
import type { FileTurn } from './rules/configuration/changed-configuration.ts';

export interface Compared {
  /** Absolute. */
  readonly repository: string;
  readonly facts: Pick<RepositoryFacts, 'files'>;
  readonly base: Base;
}

/** Longer files are not read. */
const longestText = 4 * 1024 * 1024;

/** Every path that differs from the base, where a file was moved both of its places; of what tools installed what git tracks. */
export function listTurnedPaths({ base }: Pick<Compared, 'base'>): readonly string[] {
  const { changed, deleted, renames, tracked = [] } = base.changes;
  const all = [...changed, ...tracked, ...deleted, ...renames.keys(), ...renames.values()];
  return [...new Set(all)].toSorted();
}

/** These paths on both sides. */
export async function readTurns(
  sources: Pick<RepositoryReader, 'readText'>,
  { repository, facts, base }: Compared,
  paths: readonly string[],
): Promise<readonly FileTurn[]> {
  const { changed, tracked, renames } = base.changes;
  const news = new Set(renames.values());
  const isThereNow = (path: string): boolean =>
    facts.files.has(path) || changed.has(path) || news.has(path) || tracked?.has(path) === true;
  return Promise.all(
    paths.map(async (path) => {
      const before = news.has(path) ? undefined : await base.readFile(path);
      const isThere = isThereNow(path) && !base.changes.deleted.has(path) && !renames.has(path);
      const after = isThere
        ? await sources.readText(`${repository}/${path}`, longestText)
        : undefined;
      return {
        path,
        before: { isThere: before !== undefined, text: before },
        after: { isThere, text: after },
      };
    }),
  );
}
