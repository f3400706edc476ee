import { configPart } from './rules/findings/config-part.ts';
import { countAddedSuppressions, maySilence } from './rules/findings/suppressions.ts';
import type { RepositoryFacts } from './rules/repository/facts.ts';
import type { Engine } from '#engines/contract.ts';
import type { RepositoryReader } from './needs/repository.ts';
import type { Base } from './read-base.ts';

export interface Measured {
  readonly repository: string;
  readonly base: Base;
  /** Where our settings stand under another name than theirs, relative to the repository. */
  readonly configFile?: string | undefined;
}

/** Longer files are not searched for comments. */
const longestText = 4 * 1024 * 1024;

/** How many more comments silence an engine than at the base. */
export async function countSuppressions(
  sources: RepositoryReader,
  { repository, base, configFile }: Measured,
  engine: Engine,
): Promise<number> {
  const { suppressions } = engine;
  if (base.commit === null || suppressions.length === 0) return 0;
  const { renames, changed, deleted } = base.changes;
  const oldPaths = new Map([...renames].map(([from, to]) => [to, from]));
  const paths = [...changed, ...deleted].filter((path) => maySilence(path, engine, configFile));
  const files = await Promise.all(
    paths.map(async (path) => ({
      before: await base.readFile(oldPaths.get(path) ?? path),
      after: await sources.readText(`${repository}/${path}`, longestText),
    })),
  );
  return countAddedSuppressions(files, suppressions);
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
