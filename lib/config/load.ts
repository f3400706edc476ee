import { checkLayer } from './check-layer.ts';
import { type Override, readCommandLineSource } from './command-line-source.ts';
import type { Environment } from './env.ts';
import { readEnvironmentSource } from './environment-source.ts';
import { type ConfigText, readFileSource } from './file-source.ts';
import type { Layer, Origin, SourceReading } from './layers.ts';
import { formatPath } from './paths.ts';
import { type Problem, toProblems } from './problems.ts';
import { ruleFaults } from './rules.ts';
import { type Config, configFile } from './schema.ts';
import { leafPaths, merge, valueAt } from './tree.ts';

export interface ConfigInput {
  readonly file?: ConfigText;
  readonly env: Environment;
  readonly overrides: readonly Override[];
}

export type ConfigOutcome =
  | ({ readonly kind: 'ok' } & LoadedConfig)
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

export interface LoadedConfig {
  readonly config: Config;
  /** By path, for every value of `config`. */
  readonly origins: ReadonlyMap<string, Origin>;
}

/** Combines all sources, command line over environment over file over defaults, or tells all that is wrong. */
export function loadConfig(input: ConfigInput): ConfigOutcome {
  const sources = readSources(input);
  const checked = sources.flatMap((source) => source.layers).map(checkLayer);
  const layers = checked.map(({ layer }) => layer);
  const config = combine(layers);
  const faults = [
    ...sources.flatMap((source) => source.faults),
    ...checked.flatMap((check) => check.faults),
    ...ruleFaults(config, layers),
  ];
  if (faults.length > 0) return { kind: 'invalid', problems: toProblems(faults) };
  return { kind: 'ok', config, origins: originsOf(config, layers) };
}

/** Weakest first. */
function readSources({ file, env, overrides }: ConfigInput): readonly SourceReading[] {
  return [
    ...(file === undefined ? [] : [readFileSource(file)]),
    readEnvironmentSource(env),
    readCommandLineSource(overrides),
  ];
}

function combine(layers: readonly Layer[]): Config {
  return configFile.parse(layers.map(({ value }) => value).reduce<unknown>(merge, {}));
}

function originsOf(config: Config, layers: readonly Layer[]): ReadonlyMap<string, Origin> {
  return new Map(leafPaths(config).map((path) => [formatPath(path), originOf(path, layers)]));
}

function originOf(path: readonly string[], layers: readonly Layer[]): Origin {
  const layer = layers.findLast(({ value }) => valueAt(value, path) !== undefined);
  return layer?.origin(path) ?? { kind: 'default' };
}
