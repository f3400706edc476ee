import type { BaselineSnapshot } from '#model/baseline.ts';

type Entry = BaselineSnapshot['entries'][number];

/**
 * What two runs on one tree say together: what only one of them found comes and goes by itself, so it is tolerated and
 * told apart. A run that cannot be relied on shows nothing.
 */
export function joinBaseRuns(first: BaselineSnapshot, second: BaselineSnapshot): BaselineSnapshot {
  const isSure = first.troubles === undefined && second.troubles === undefined;
  if (!isSure || first.signature !== second.signature) return first;
  const onlyFirst = without(first.entries, second.entries);
  const onlySecond = without(second.entries, first.entries);
  const noisy = [...onlyFirst, ...onlySecond];
  if (noisy.length === 0) return first;
  return { ...first, entries: [...first.entries, ...onlySecond], noisy };
}

/** Each entry takes one of its like away. */
function without(entries: readonly Entry[], others: readonly Entry[]): readonly Entry[] {
  const left = others.map(keyOf);
  return entries.filter((entry) => {
    const at = left.indexOf(keyOf(entry));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Not by its message: what fails in other words is no other failure. */
function keyOf({ path, rule, L, C }: Entry): string {
  return [path, rule, L, C].join('\0');
}
