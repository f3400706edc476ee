import { configPart } from './rules/findings/config-part.ts';
import { countAddedSuppressions } from './rules/findings/suppressions.ts';
import type { RepositoryFacts } from './rules/repository/facts.ts';
import type { Engine } from '#engines/contract.ts';
import type { RepositoryReader } from './needs/repository.ts';
import type { Base } from './read-base.ts';

export interface Measured {
  readonly repository: string;
  readonly base: Base;
}

/** Longer files are not searched for comments. */
const longestText = 4 * 1024 * 1024;

/** How many more comments silence an engine than at the base. */
export async function countSuppressions(
  sources: RepositoryReader,
  { repository, base }: Measured,
  { judges, suppressions }: Engine,
): Promise<number> {
  if (base.commit === null || suppressions.length === 0) return 0;
  const { renames, changed, deleted } = base.changes;
  const oldPaths = new Map([...renames].map(([from, to]) => [to, from]));
  const paths = [...changed, ...deleted].filter((path) => judges.test(path));
  const files = await Promise.all(
    paths.map(async (path) => ({
      before: await base.readFile(oldPaths.get(path) ?? path),
      after: await sources.readText(`${repository}/${path}`, longestText),
    })),
  );
  return countAddedSuppressions(files, suppressions);
}

/** The configuration files of these engines that say something else than at the base. */
export async function findChangedConfiguration(
  sources: RepositoryReader,
  { repository, base }: Measured,
  engines: readonly Engine[],
): Promise<readonly string[]> {
  const { changed, deleted } = base.changes;
  const differing = new Set<string>();
  for (const path of [...changed, ...deleted].toSorted()) {
    const concerned = engines.filter(({ configNames }) => configNames.includes(fileNameOf(path)));
    if (concerned.length === 0) continue;
    const before = await base.readFile(path);
    const after = await sources.readText(`${repository}/${path}`, longestText);
    const part = (text: string | undefined, sections: readonly string[]) =>
      text === undefined
        ? undefined
        : configPart(path, { text, manifest: sources.parseManifest(path, text) }, sections);
    if (concerned.some(({ sections }) => part(before, sections) !== part(after, sections))) {
      differing.add(path);
    }
  }
  return [...differing];
}

/** The configuration files of an engine, each as far as it speaks of it. */
export async function readConfigParts(
  sources: RepositoryReader,
  { repository, facts }: { readonly repository: string; readonly facts: RepositoryFacts },
  { configNames, sections }: Engine,
): Promise<readonly { readonly path: string; readonly part: string }[]> {
  const paths = [...facts.files].filter((path) => configNames.includes(fileNameOf(path)));
  const read = paths.map(async (path) => {
    const text = (await sources.readText(`${repository}/${path}`, longestText)) ?? '';
    const manifest = sources.parseManifest(path, text);
    return { path, part: configPart(path, { text, manifest }, sections) };
  });
  return Promise.all(read);
}

function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
