import type { ConfigFacts } from '#check/rules/configuration/changed-configuration.ts';
import { configsOfPlan } from '#check/rules/configuration/named-config.ts';
import { followConfigs, longestConfig } from '#check/follow-configs.ts';
import type { RepositoryReader } from '#check/needs/repository.ts';
import type { SnapshotInput } from './collect-snapshot.ts';

type Sources = Pick<RepositoryReader, 'parseManifest' | 'readText'>;

interface Place {
  /** Where the files lie, absolute. */
  readonly folder: string;
  readonly paths: readonly string[];
  /** The texts of files that were changed there, as they were before. */
  readonly before: ReadonlyMap<string, string | undefined>;
}

/** What tells the configuration of the engines of a session from other files, as far as settings say. */
export function settingsFacts(
  { sources }: { readonly sources: Sources },
  { check: { schedule, repository } }: SnapshotInput,
): ConfigFacts {
  const plans = schedule.entries.map(({ plan }) => plan);
  return {
    parse: (path, text) => sources.parseManifest(path, text),
    running: new Set(plans.map(({ engine }) => engine)),
    named: new Set(plans.flatMap((plan) => configsOfPlan(plan, repository))),
  };
}

/** The same, with the files that configurations name in turn. */
export async function configFacts(
  deps: { readonly sources: Sources },
  session: SnapshotInput,
  { folder, paths, before }: Place,
): Promise<ConfigFacts> {
  const facts = settingsFacts(deps, session);
  const named = await followConfigs({
    named: facts.named,
    paths,
    engines: [...session.check.engines.values()],
    textOf: async (path) =>
      before.has(path)
        ? before.get(path)
        : deps.sources.readText(`${folder}/${path}`, longestConfig),
  });
  return { ...facts, named };
}
