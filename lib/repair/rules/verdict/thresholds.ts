import { configReader, linesInForce } from './config-files.ts';
import type { DiffEntry } from './diff.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';
import type { DiffRules } from './rules.ts';

/** No number that findings or coverage are held against may get easier to reach. */
export function judgeThresholds(
  diff: readonly DiffEntry[],
  { engines }: DiffRules,
): readonly Rejection[] {
  const textsOf = configReader(engines);
  return diff.flatMap((entry) => {
    const texts = textsOf(entry);
    const [before, after] = [findThresholds(texts.before), findThresholds(texts.after)];
    return [...before]
      .filter(([key, values]) => isLooser(key, values, after.get(key) ?? []))
      .map(([key]) =>
        rejectPath(
          'THRESHOLD_LOOSENED',
          entry.path,
          (shown) => `${shown} loosens ${key}; restore the earlier value.`,
        ),
      );
  });
}

const minima =
  '(?:cov-)?fail[-_]?under|min(?:imum)?[-_]?(?:coverage|score)|thresholds?|branches|lines|functions|statements';
const maxima =
  'max[-_](?:warnings|line-length|complexity|args|branches|statements|returns|locals|lines)|maxWarnings|max-[a-z-]{1,30}|line[-_]length|complexity';
const isMinimum = new RegExp(`^(?:${minima})$`, 'i');
const setting = new RegExp(
  String.raw`(?<![\w-])(?:--)?(${minima}|${maxima})["']?[ \t]{0,20}[:=, \t][ \t]{0,20}["'[]{0,2}(-?\d{1,9}(?:\.\d{1,9})?)`,
  'gi',
);

function findThresholds(text: string | undefined): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const line of linesInForce(text)) {
    for (const [, key = '', value] of line.matchAll(setting)) {
      const name = key.toLowerCase().replaceAll('_', '-');
      const values = found.get(name) ?? [];
      values.push(Number(value));
      found.set(name, values);
    }
  }
  return found;
}

function isLooser(key: string, before: readonly number[], after: readonly number[]): boolean {
  if (after.length < before.length) return true;
  // The same way round for both kinds: more is stricter.
  const sign = isMinimum.test(key) ? 1 : -1;
  const [old, now] = [before.map((value) => sign * value), after.map((value) => sign * value)];
  if (least(now) < least(old)) return true;
  return now.length === old.length && old.some((value, index) => (now[index] ?? value) < value);
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
}
