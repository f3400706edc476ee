import type { NativeHash } from '#base/hash.ts';
import type { BaselineEntry } from './baseline.ts';
import type { FindingIdentity } from './identity.ts';
import { mapLines, type TwoVersions } from './line-map.ts';
import { hashLines, type LineHashes } from './line-hashes.ts';
import { onceEach } from './once-each.ts';

/** Where a line was before, and the place where it is now. */
export type LineOrigin = { readonly gap: number } & (
  | ({ readonly kind: 'known' } & Pick<FindingIdentity, 'path' | 'L' | 'C'>)
  | { readonly kind: 'new' }
);

/** What became of the line that a tolerated finding was on. */
export interface EntryFate {
  /** Its neighbours are those that the entry was made with, so it is this very line. */
  readonly isSure: boolean;
  /** Each line that it may have been is nowhere any more. */
  readonly isGone: boolean;
  /** The place that it left, or those above and below it; of each line that it may have been. */
  readonly gaps: readonly number[];
  readonly isFirst: boolean;
}

/** What is known of lines in files that differ; of all others nothing is. */
export interface LineOrigins {
  readonly originOf: (path: string, line: number) => LineOrigin | undefined;
  readonly fateOf: (entry: BaselineEntry) => EntryFate | undefined;
}

/** Tells of findings and of tolerated ones which lines they share, wherever the lines went. */
export function findLineOrigins(
  { hash }: { readonly hash: NativeHash },
  versions: TwoVersions,
): LineOrigins {
  const map = mapLines(versions);
  const hashesOf = onceEach((path: string): LineHashes =>
    hashLines(hash, versions.olds.get(path) ?? []),
  );
  const linesByHash = onceEach((path: string) => {
    const lines = (versions.olds.get(path) ?? []).map((_, index) => index + 1);
    return Map.groupBy(lines, (line) => hashesOf(path).own(line));
  });
  return {
    originOf: (path, line) => {
      const fate = map.ofNew(path, line);
      if (fate === undefined) return undefined;
      if (fate.kind === 'none') return { kind: 'new', gap: fate.gap };
      const { as, gaps } = fate;
      const { own, context } = hashesOf(as.path);
      return { kind: 'known', path: as.path, L: own(as.line), C: context(as.line), gap: gaps[0] };
    },
    fateOf: ({ path, L, C }) => {
      const lines = L === '' ? [] : (linesByHash(path).get(L) ?? []);
      const sure = lines.filter((line) => hashesOf(path).context(line) === C);
      const fates = (sure.length > 0 ? sure : lines).map((line) => map.ofOld(path, line));
      const known = fates.flatMap((one) => one ?? []);
      if (known.length === 0) return undefined;
      const gone = known.flatMap((one) => (one.kind === 'none' ? one.gap : []));
      const beside = known.flatMap((one) => (one.kind === 'same' ? one.gaps : []));
      return {
        isSure: sure.length > 0,
        isGone: beside.length === 0,
        gaps: [...new Set([...gone, ...beside])],
        isFirst: lines[0] === 1,
      };
    },
  };
}
