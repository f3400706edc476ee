import { alwaysConfigures, configNameTest } from '#domain/enforce/config-files.ts';
import { configsOfPlan, referencesOf } from '#domain/enforce/named-config.ts';
import type { ConfigFacts } from '#domain/enforce/rules.ts';
import type { Repository } from '#ports/repository.ts';
import type { StockInput } from './take-stock.ts';

interface ConfigFactsDeps {
  readonly sources: Pick<Repository, 'parseManifest' | 'readText'>;
}

interface Place {
  /** Where the files lie, absolute. */
  readonly folder: string;
  readonly paths: readonly string[];
}

/** A longer one was not written by hand. */
const longestConfig = 1024 * 1024;

/** What tells the configuration of the engines of a session from other files, as far as settings say. */
export function settingsFacts(
  { sources }: ConfigFactsDeps,
  { check: { schedule, repository } }: Pick<StockInput, 'check'>,
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
  deps: ConfigFactsDeps,
  session: Pick<StockInput, 'check'>,
  { folder, paths }: Place,
): Promise<ConfigFacts> {
  const facts = settingsFacts(deps, session);
  const there = new Set(paths);
  const named = new Set(facts.named);
  const engines = [...session.check.engines.values()];
  const ofEngines = configNameTest(engines.flatMap(({ configNames }) => configNames));
  const isConfig = (path: string) => ofEngines(path) || alwaysConfigures(path);
  // It grows while it is walked: what a configuration names may name others.
  const open = new Set([...named, ...paths.filter(isConfig)].filter((path) => there.has(path)));
  for (const path of open) {
    const text = await deps.sources.readText(`${folder}/${path}`, longestConfig);
    const found = referencesOf(path, text ?? '').filter((one) => there.has(one));
    for (const one of found) {
      named.add(one);
      // Code that a configuration loads is a part of it, and what that code imports is not.
      if (!isCode.test(one)) open.add(one);
    }
  }
  return { ...facts, named };
}

const isCode = /\.(?:py|[cm]?[jt]sx?)$/;
