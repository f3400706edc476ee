import { deploymentNames } from './env-names.ts';
import type { Environment } from './env.ts';
import type { Fault, SourceReading, Spot } from './layers.ts';
import { fixedSettings } from './settings-tree.ts';
import { suggestNearest } from './suggest.ts';
import { readTextSource } from './text-source.ts';

const PREFIX = 'RATCHETR_';

/** The environment name of a setting: limits.maxFilesChanged is RATCHETR_LIMITS_MAX_FILES_CHANGED. */
export function environmentName(path: readonly string[]): string {
  const words = path.map((key) => key.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase());
  return PREFIX + words.join('_');
}

/** Reads all RATCHETR_ names; an empty value counts as not set, because shells and CI make those. */
export function readEnvironmentSource(env: Environment): SourceReading {
  const names = Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && env[name] !== undefined && env[name] !== '')
    .toSorted();
  const readings = names.map((name, order) => readVariable(name, env[name] ?? '', order));
  return {
    layers: readings.flatMap(({ layers }) => layers),
    faults: readings.flatMap(({ faults }) => faults),
  };
}

let paths: ReadonlyMap<string, readonly string[]> | undefined;

/** The settings by their names; made when the first such name is met. */
function settingPaths(): ReadonlyMap<string, readonly string[]> {
  return (paths ??= new Map(fixedSettings().map(({ path }) => [environmentName(path), path])));
}

function readVariable(name: string, text: string, order: number): SourceReading {
  if (deploymentNames.includes(name)) return { layers: [], faults: [] };
  const spot: Spot = { source: 'environment', place: name, order };
  const path = settingPaths().get(name);
  if (path === undefined) return { layers: [], faults: [unknownNameFault(name, spot)] };
  return readTextSource({ path, text, spot, origin: { kind: 'environment', name } });
}

function unknownNameFault(name: string, spot: Spot): Fault {
  const meant = suggestNearest(name, [...settingPaths().keys(), ...deploymentNames]);
  const hint = meant === undefined ? 'remove it' : `did you mean ${meant}?`;
  return { spot, path: [], message: `${name} is not a setting`, hint };
}
