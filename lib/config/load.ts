import type * as z from 'zod';
import { type Override, readCommandLineSource } from './command-line-source.ts';
import type { Environment } from './env.ts';
import { readEnvironmentSource } from './environment-source.ts';
import type { Layer, Origin, SourceReading, Fault, Spot } from './layers.ts';
import { formatPath, type SettingPath } from './paths.ts';
import { type Problem, toProblems } from './problems.ts';
import { findRuleFaults } from './rules.ts';
import { type Config, configFile } from './schema.ts';
import { leafPaths, mergeSettings, valueAt, withoutPath } from './tree.ts';
import { describeValueIssue } from './issue-sentences.ts';
import { fixedSettings, knownKeys } from './settings-tree.ts';
import { suggestNearest } from './suggest.ts';
import { readYaml, type YamlReading } from './yaml-source.ts';
import { spotName } from './yaml-walk.ts';

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

/** Combines all sources, command line over environment over file over defaults, or lists all that is wrong. */
export function loadConfig(input: ConfigInput): ConfigOutcome {
  const sources = readSources(input);
  const checked = sources.flatMap((source) => source.layers).map(checkLayer);
  const layers = checked.map(({ layer }) => layer);
  const config = combineLayers(layers);
  const faults = [
    ...sources.flatMap((source) => source.faults),
    ...checked.flatMap((check) => check.faults),
    ...findRuleFaults(config, layers),
  ];
  if (faults.length > 0) return { kind: 'invalid', problems: toProblems(faults) };
  return { kind: 'ok', config, origins: findOrigins(config, layers) };
}

/** Weakest first. */
function readSources({ file, env, overrides }: ConfigInput): readonly SourceReading[] {
  return [
    ...(file === undefined ? [] : [readFileSource(file)]),
    readEnvironmentSource(env),
    readCommandLineSource(overrides),
  ];
}

function combineLayers(layers: readonly Layer[]): Config {
  return configFile.parse(layers.map(({ value }) => value).reduce<unknown>(mergeSettings, {}));
}

function findOrigins(config: Config, layers: readonly Layer[]): ReadonlyMap<string, Origin> {
  return new Map(leafPaths(config).map((path) => [formatPath(path), findOrigin(path, layers)]));
}

function findOrigin(path: readonly string[], layers: readonly Layer[]): Origin {
  const layer = layers.findLast(({ value }) => valueAt(value, path) !== undefined);
  return layer?.origin(path) ?? { kind: 'default' };
}

interface CheckedLayer {
  /** What is left once everything unusable is taken out. */
  readonly layer: Layer;
  readonly faults: readonly Fault[];
}

/** Judges one source by itself, so that a wrong value is reported even where another source overrides it. */
function checkLayer(layer: Layer): CheckedLayer {
  const faults = schemaFaults(layer);
  if (faults.length === 0) return { layer, faults };
  const paths = faults.map(({ path }) => path);
  // Some faults only show once those that hid them are out of the way.
  const rest = checkLayer({
    ...layer,
    value: paths.map((path) => nearestPresent(layer.value, path)).reduce(removeAt, layer.value),
    broken: [...layer.broken, ...paths],
  });
  return { layer: rest.layer, faults: [...faults, ...rest.faults] };
}

function schemaFaults(layer: Layer): readonly Fault[] {
  const issues = configFile.safeParse(layer.value).error?.issues ?? [];
  return issues.flatMap((issue) => toSchemaFaults(layer, issue));
}

/** Where something is missing, what lacks it cannot be used. */
function nearestPresent(tree: unknown, path: SettingPath): SettingPath {
  const stands = path.length === 0 || valueAt(tree, path) !== undefined;
  return stands ? path : nearestPresent(tree, path.slice(0, -1));
}

function removeAt(tree: unknown, path: SettingPath): unknown {
  return path.length === 0 ? {} : withoutPath(tree, path);
}

function toSchemaFaults(layer: Layer, issue: z.core.$ZodIssue): readonly Fault[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownSetting(layer, path, key));
  }
  if (issue.code === 'custom' && issue.params?.['at'] === 'key') {
    const message = `${formatPath(path)} does not have a usable name`;
    return [{ spot: layer.spot(path, 'key'), path, message, hint: `write ${issue.message}` }];
  }
  const sentence = describeValueIssue(issue, path, valueAt(layer.value, path));
  return [{ spot: layer.spot(path, 'value'), path, ...sentence }];
}

function unknownSetting(layer: Layer, parent: SettingPath, key: string): Fault {
  const path = [...parent, key];
  const message = `${formatPath(path)} is not a setting`;
  return { spot: layer.spot(path, 'key'), path, message, hint: suggestSetting(parent, key) };
}

/** A key that is right elsewhere usually is a matter of indentation. */
function suggestSetting(parent: SettingPath, key: string): string {
  const siblings = knownKeys(parent);
  const meant = suggestNearest(key, siblings);
  if (meant !== undefined) return `did you mean ${meant}?`;
  const elsewhere = fixedSettings().filter(({ path }) => path.at(-1) === key);
  const [only] = elsewhere;
  if (only !== undefined && elsewhere.length === 1) return `did you mean ${only.path.join('.')}?`;
  return `what may stand here: ${siblings.join(', ')}`;
}

interface ConfigText {
  /** As people know it, such as ratchetr.yaml. */
  readonly name: string;
  readonly text: string;
}

/** Reads the configuration file; an empty one holds no settings. */
function readFileSource(file: ConfigText): SourceReading {
  const reading = readYaml(file.text);
  const faults = reading.faults.map(({ offset, path, message, hint }) => ({
    spot: spotAt(file, reading, offset),
    path,
    message,
    hint,
  }));
  return { layers: [fileLayer(file, reading)], faults };
}

function fileLayer(file: ConfigText, reading: YamlReading): Layer {
  return {
    value: reading.value ?? {},
    spot: (path, at) => spotAt(file, reading, offsetOf(reading, path, at)),
    origin: (path) => ({
      kind: 'file',
      name: file.name,
      line: reading.position(offsetOf(reading, path, 'value')).line,
    }),
    broken: reading.readable ? [] : [[]],
  };
}

function offsetOf(reading: YamlReading, path: SettingPath, at: 'key' | 'value'): number {
  const spot = reading.spots.get(spotName(path));
  if (spot !== undefined) return (at === 'key' ? spot.key : undefined) ?? spot.value;
  return path.length === 0 ? 0 : offsetOf(reading, path.slice(0, -1), 'value');
}

function spotAt(file: ConfigText, reading: YamlReading, offset: number): Spot {
  const { line, column } = reading.position(offset);
  return { source: 'file', place: `${file.name}:${line}:${column}`, order: offset };
}
