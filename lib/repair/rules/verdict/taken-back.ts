import type { Finding } from '#model/finding.ts';
import type { TakenBackPlace } from '#model/run-brief.ts';
import type { DiffEntry } from './diff.ts';
import { type Rejection, rejectPath } from './rejection.ts';
import { doesAgain } from './aftermath.ts';

/** A change of one file; undefined: there is none, or it is no text. */
export interface NewContent {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly isDeletion: boolean;
  /** Git id of the new content, where it is known. */
  readonly blob?: string | undefined;
}

/** Refuses to do once more what people took back. */
export function judgeTakenBack(
  changes: readonly NewContent[],
  places: readonly TakenBackPlace[],
): readonly Rejection[] {
  return changes.flatMap((change) => {
    const place = places.find((one) => one.path === change.path && isAgain(one, change));
    if (place === undefined) return [];
    const commit = place.commit.slice(0, 12);
    const say = (shown: string): string =>
      `${shown} would again be changed as ${commit} had changed it, which people reverted; leave that place as it is.`;
    return [rejectPath('TAKEN_BACK', change.path, say)];
  });
}

function isAgain(
  { hunks, blob }: TakenBackPlace,
  { before, after, isDeletion, blob: now }: NewContent,
): boolean {
  if (isDeletion) return blob === null;
  if (now !== undefined && now === blob) return true;
  if (after === undefined) return false;
  return hunks.some((hunk) => doesAgain(hunk, { before: before ?? '', after }));
}

export function newContents(diff: readonly DiffEntry[]): readonly NewContent[] {
  return diff.map(({ path, oldText: before, newText: after, newMode }) => {
    return { path, before, after, isDeletion: newMode === null };
  });
}

/** Whether a finding stands where people put back what a fixup had repaired: they want it so. */
export function isTakenBack(
  { filePath, line }: Pick<Finding, 'filePath' | 'line'>,
  places: readonly TakenBackPlace[],
): boolean {
  if (filePath === undefined || line === undefined) return false;
  return places.some(
    ({ path, lines }) =>
      path === filePath && lines.some(([from, to]) => line >= from && line <= to),
  );
}
