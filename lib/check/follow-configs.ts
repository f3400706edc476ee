import { alwaysConfigures, configNameTest } from './rules/configuration/config-names.ts';
import { referencesOf } from './rules/configuration/named-config.ts';

export interface ConfigsToFollow {
  /** Paths that settings name. */
  readonly named: ReadonlySet<string>;
  /** Every file that is there. */
  readonly paths: readonly string[];
  readonly engines: readonly { readonly configNames: readonly string[] }[];
  readonly textOf: (path: string) => Promise<string | undefined>;
}

/** A longer one was not written by hand. */
export const longestConfig = 1024 * 1024;

/** The paths that settings name, with those that configurations name in turn. */
export async function followConfigs({
  named: first,
  paths,
  engines,
  textOf,
}: ConfigsToFollow): Promise<ReadonlySet<string>> {
  const there = new Set(paths);
  const named = new Set(first);
  const ofEngines = configNameTest(engines.flatMap(({ configNames }) => configNames));
  const isConfig = (path: string) => ofEngines(path) || alwaysConfigures(path);
  const own = new Set([...named, ...paths.filter(isConfig)].filter((path) => there.has(path)));
  const far = new Set<string>();
  // It grows while it is walked: what a configuration names may name others.
  const open = new Set(own);
  for (const path of open) {
    const text = await textOf(path);
    const isFar = far.has(path) || (isCode.test(path) && !own.has(path));
    for (const one of referencesOf(path, text ?? '').filter((name) => there.has(name))) {
      (isFar ? far : named).add(one);
      open.add(one);
    }
  }
  return far.size > mostFar ? named : new Set([...named, ...far]);
}

const isCode = /\.(?:py|[cm]?[jt]sx?)$/;

/** Code of more modules is a program that the configuration uses, such as a plugin that is developed here. */
const mostFar = 20;
