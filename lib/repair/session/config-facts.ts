import { alwaysConfigures, configNameTest } from '../rules/verdict/config-files.ts';
import { configsOfPlan, referencesOf } from '../rules/verdict/named-config.ts';
import type { ConfigFacts } from '../rules/verdict/rules.ts';
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

/** A longer one was not written by hand. */
const longestConfig = 1024 * 1024;

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
  const there = new Set(paths);
  const named = new Set(facts.named);
  const engines = [...session.check.engines.values()];
  const ofEngines = configNameTest(engines.flatMap(({ configNames }) => configNames));
  const isConfig = (path: string) => ofEngines(path) || alwaysConfigures(path);
  const first = new Set([...named, ...paths.filter(isConfig)].filter((path) => there.has(path)));
  const far = new Set<string>();
  // It grows while it is walked: what a configuration names may name others.
  const open = new Set(first);
  for (const path of open) {
    const text = before.has(path)
      ? before.get(path)
      : await deps.sources.readText(`${folder}/${path}`, longestConfig);
    const isFar = far.has(path) || (isCode.test(path) && !first.has(path));
    for (const one of referencesOf(path, text ?? '').filter((name) => there.has(name))) {
      (isFar ? far : named).add(one);
      open.add(one);
    }
  }
  return { ...facts, named: far.size > mostFar ? named : new Set([...named, ...far]) };
}

const isCode = /\.(?:py|[cm]?[jt]sx?)$/;

/** Code of more modules is a program that the configuration uses, such as a plugin that is developed here. */
const mostFar = 20;
