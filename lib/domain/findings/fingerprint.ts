import type { Identified } from './identity.ts';
import { shortHash, type NativeHash } from './line-hashes.ts';
import { comparePlaces } from './order.ts';

/**
 * Names each finding, in the order given, for those who keep only one string. Findings of the same line
 * text are counted from the top of the file. A renamed file counts under its old path where that is given.
 */
export function fingerprints(
  deps: { readonly hash: NativeHash },
  findings: readonly Identified[],
  oldPaths: ReadonlyMap<string, string> = new Map(),
): readonly string[] {
  const names = findings.map(() => '');
  for (const [key, places] of placesByKey(findings, oldPaths)) {
    const name = `${scheme}:${shortHash(deps.hash, key)}`;
    const fromTop = places.toSorted((a, b) => comparePlaces(a.found, b.found));
    for (const [before, { index }] of fromTop.entries()) names[index] = `${name}:${before + 1}`;
  }
  return names;
}

const scheme = 'rtchr1';

interface Place {
  readonly index: number;
  readonly found: Identified;
}

function placesByKey(
  findings: readonly Identified[],
  oldPaths: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Place[]> {
  const byKey = new Map<string, Place[]>();
  for (const [index, found] of findings.entries()) {
    const { path, rule, L } = found.identity;
    const key = JSON.stringify([found.finding.tool, rule, oldPaths.get(path) ?? path, L]);
    const places = byKey.get(key);
    if (places === undefined) byKey.set(key, [{ index, found }]);
    else places.push({ index, found });
  }
  return byKey;
}
