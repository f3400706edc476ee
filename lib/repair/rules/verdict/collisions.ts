import { lostPath, newPath } from './diff.ts';
import type { DiffEntry } from './diff.ts';
import { foldPath } from '#base/fold-path.ts';
import { foldersAbove } from '#base/folders-above.ts';
import { rejectPath, shownText } from './rejection.ts';
import type { Rejection } from './rejection.ts';
import type { DiffRules } from './rules.ts';

/** No new path may be one that some file system cannot hold beside another. */
export function judgeCollisions(
  diff: readonly DiffEntry[],
  { existingPaths }: DiffRules,
): readonly Rejection[] {
  const made = diff.flatMap((entry) => newPath(entry) ?? []).toSorted();
  if (made.length === 0) return [];
  const lost = new Set(diff.flatMap((entry) => lostPath(entry) ?? []));
  const known = new Map<string, Set<string>>();
  for (const path of existingPaths) if (!lost.has(path)) learn(path, known);
  return made.flatMap((path) => {
    const other = collidingWith(path, known);
    learn(path, known);
    return other === undefined ? [] : [collision(path, other)];
  });
}

function learn(path: string, known: Map<string, Set<string>>): void {
  for (const [place, folded] of foldEachPrefix(path)) {
    known.set(folded, (known.get(folded) ?? new Set()).add(place));
  }
}

function collidingWith(
  path: string,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  for (const [place, folded] of foldEachPrefix(path)) {
    const others = known.get(folded);
    if (others !== undefined && !others.has(place)) return [...others][0];
  }
  return undefined;
}

/** The path and each folder above it, as it is and folded. */
function foldEachPrefix(path: string): readonly (readonly [string, string])[] {
  let folded = '';
  return [...foldersAbove(path), path].map((place) => {
    folded += `/${foldPath(place.slice(place.lastIndexOf('/') + 1))}`;
    return [place, folded] as const;
  });
}

function collision(path: string, other: string): Rejection {
  return rejectPath(
    'CASE_COLLISION',
    path,
    (shown) =>
      `${shown} and ${shownText(other)} are one path on some systems; choose another name.`,
  );
}
