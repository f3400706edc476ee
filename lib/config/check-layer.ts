import type * as z from 'zod';
import { sentenceFor } from './issue-sentences.ts';
import type { Fault, Layer } from './layers.ts';
import { formatPath, type SettingPath } from './paths.ts';
import { configFile } from './schema.ts';
import { fixedSettings, knownKeys } from './settings-tree.ts';
import { nearest } from './suggest.ts';
import { valueAt, without } from './tree.ts';

export interface CheckedLayer {
  /** What is left once everything unusable is taken out. */
  readonly layer: Layer;
  readonly faults: readonly Fault[];
}

/** Judges one source by itself, so that a wrong value is told even where another source overrides it. */
export function checkLayer(layer: Layer): CheckedLayer {
  const faults = schemaFaults(layer);
  if (faults.length === 0) return { layer, faults };
  const paths = faults.map(({ path }) => path);
  // Some faults only show once those that hid them are out of the way.
  const rest = checkLayer({
    ...layer,
    value: paths.map((path) => standing(layer.value, path)).reduce(remaining, layer.value),
    broken: [...layer.broken, ...paths],
  });
  return { layer: rest.layer, faults: [...faults, ...rest.faults] };
}

function schemaFaults(layer: Layer): readonly Fault[] {
  const issues = configFile.safeParse(layer.value).error?.issues ?? [];
  return issues.flatMap((issue) => faultsOf(layer, issue));
}

/** Where something is missing, what lacks it cannot be used. */
function standing(tree: unknown, path: SettingPath): SettingPath {
  const stands = path.length === 0 || valueAt(tree, path) !== undefined;
  return stands ? path : standing(tree, path.slice(0, -1));
}

function remaining(tree: unknown, path: SettingPath): unknown {
  return path.length === 0 ? {} : without(tree, path);
}

function faultsOf(layer: Layer, issue: z.core.$ZodIssue): readonly Fault[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownSetting(layer, path, key));
  }
  if (issue.code === 'custom' && issue.params?.['at'] === 'key') {
    const message = `${formatPath(path)} does not have a usable name`;
    return [{ spot: layer.spot(path, 'key'), path, message, hint: `write ${issue.message}` }];
  }
  const sentence = sentenceFor(issue, path, valueAt(layer.value, path));
  return [{ spot: layer.spot(path, 'value'), path, ...sentence }];
}

function unknownSetting(layer: Layer, parent: SettingPath, key: string): Fault {
  const path = [...parent, key];
  const message = `${formatPath(path)} is not a setting`;
  return { spot: layer.spot(path, 'key'), path, message, hint: meantSetting(parent, key) };
}

/** A key that is right elsewhere usually is a matter of indentation. */
function meantSetting(parent: SettingPath, key: string): string {
  const siblings = knownKeys(parent);
  const meant = nearest(key, siblings);
  if (meant !== undefined) return `did you mean ${meant}?`;
  const elsewhere = fixedSettings().filter(({ path }) => path.at(-1) === key);
  const [only] = elsewhere;
  if (only !== undefined && elsewhere.length === 1) return `did you mean ${only.path.join('.')}?`;
  return `what may stand here: ${siblings.join(', ')}`;
}
