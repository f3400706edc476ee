import { type TrustedBaseline, trustBaseline } from './rules/findings/trusted-baseline.ts';
import type { BaselineSnapshot } from '#model/baseline.ts';
import type { RepositoryReader } from './needs/repository.ts';
import type { Base } from './read-base.ts';

export interface BaselineSettings {
  readonly source: 'auto' | 'committed' | 'recorded' | 'none';
  /** Folder of the committed files, relative to the repository. */
  readonly path: string;
}

export interface BaselineLocation {
  readonly repository: string;
  readonly settings: BaselineSettings;
}

/** A baseline of a hundred thousand findings is a tenth of this. */
export const longestBaseline = 256 * 1024 * 1024;

/** What is tolerated of each engine. */
export async function trustBaselines(
  { sources }: { readonly sources: RepositoryReader },
  { repository, settings }: BaselineLocation,
  known: {
    readonly engines: readonly string[];
    readonly base: Base;
    readonly recorded: ReadonlyMap<string, BaselineSnapshot>;
  },
): Promise<ReadonlyMap<string, TrustedBaseline>> {
  const { base, recorded } = known;
  const trusted = known.engines.map(async (engine) => {
    const files = baselineFiles(settings.path, engine);
    const [committed, inTree, accepted] = await Promise.all([
      base.readFile(files.entries),
      sources.readText(`${repository}/${files.entries}`, longestBaseline),
      sources.readText(`${repository}/${files.reasons}`, longestBaseline),
    ]);
    const baseline = trustBaseline({
      engine,
      path: files.entries,
      wanted: settings.source,
      noBase: base.because ?? undefined,
      committed,
      recorded: recorded.get(engine),
      inTree,
      accepted,
    });
    return [engine, baseline] as const;
  });
  return new Map(await Promise.all(trusted));
}

/** The files of one engine, relative to the repository. */
export function baselineFiles(
  folder: string,
  engine: string,
): { readonly entries: string; readonly reasons: string } {
  return { entries: `${folder}/${engine}.tsv`, reasons: `${folder}/${engine}.accepted.tsv` };
}
