import type { SettingPath } from './paths.ts';

type Branch = Readonly<Record<string, unknown>>;

/** True for a map of settings; lists and plain values are leaves. */
function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A tree that holds nothing but one value at one path. */
export function nestValue(path: SettingPath, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value);
}

/** Maps are merged by key; anything else of the higher tree replaces what the lower one has. */
export function mergeSettings(lower: unknown, higher: unknown): unknown {
  if (!isBranch(lower) || !isBranch(higher)) return higher;
  const merged: Record<string, unknown> = { ...lower };
  for (const [key, value] of Object.entries(higher)) {
    merged[key] = Object.hasOwn(lower, key) ? mergeSettings(lower[key], value) : value;
  }
  return merged;
}

export function valueAt(tree: unknown, path: SettingPath): unknown {
  return path.reduce<unknown>((inner, step) => childAt(inner, step), tree);
}

/** The tree without what stands at the path; a list with a removed item goes as a whole. */
export function withoutPath(tree: unknown, path: SettingPath): unknown {
  const [step, ...rest] = path;
  if (typeof step !== 'string' || !isBranch(tree) || !Object.hasOwn(tree, step)) return tree;
  const { [step]: inner, ...others } = tree;
  const goes = rest.length === 0 || typeof rest[0] === 'number';
  return goes ? others : { ...others, [step]: withoutPath(inner, rest) };
}

/** Paths of all values that are not maps, and of maps that hold nothing. */
export function leafPaths(tree: unknown, path: readonly string[] = []): readonly string[][] {
  if (!isBranch(tree) || Object.keys(tree).length === 0) return [[...path]];
  return Object.entries(tree).flatMap(([key, value]) => leafPaths(value, [...path, key]));
}

function childAt(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined;
  return isBranch(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
