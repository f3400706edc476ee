import type { Changeset } from '#model/changeset.ts';
import { mayHide } from '#base/hidden-characters.ts';
import { isPartlyExecuted } from '#check/rules/judging/executing-parts.ts';
import type { ChangesetFacts } from './changeset-facts.ts';
import type { DiffEntry } from './diff.ts';
import { judgeExecuting } from './executing-elsewhere.ts';
import { judgeHiddenNames, judgeText } from './hidden-characters.ts';
import type { Rejection } from './rejection.ts';

type Received = Pick<ChangesetFacts, 'contents' | 'oldTexts'>;

/** Paths whose texts before the change are needed: reading all of them would take a request for each. */
export function pathsToCompare(
  { changes }: Pick<Changeset, 'changes'>,
  { contents }: Pick<Received, 'contents'>,
): readonly string[] {
  const hiding = new Set(
    [...contents].filter(([, { text = '' }]) => mayHide(text)).map(([path]) => path),
  );
  return changes
    .filter(
      ({ kind, path }) =>
        isPartlyExecuted(path) || (kind === 'delete' ? hiding.size > 0 : hiding.has(path)),
    )
    .map(({ path }) => path);
}

/** What a push sets off elsewhere, and what hides from readers, by texts that publish read itself. */
export function judgeTexts(
  diff: readonly DiffEntry[],
  facts: Received & Pick<ChangesetFacts, 'limits'>,
  existingPaths: readonly string[],
): readonly Rejection[] {
  const { contents, oldTexts, limits } = facts;
  const oldOf = (path: string): readonly string[] => oldTexts.get(path) ?? [];
  const textOf = ({ path, newMode }: DiffEntry): string =>
    newMode === null ? '' : (contents.get(path)?.text ?? '');
  const gone = diff.flatMap(({ status, path, oldPath = path }) =>
    status === 'deleted' || status === 'renamed' ? oldOf(oldPath) : [],
  );
  return [
    ...judgeExecuting(diff, limits, (entry) => ({
      before: oldOf(entry.oldPath ?? entry.path),
      after: textOf(entry),
    })),
    ...judgeHiddenNames(diff, existingPaths),
    ...diff.flatMap((entry) => {
      const own = oldOf(entry.path);
      const isMade = entry.status === 'added' || entry.status === 'renamed';
      return judgeText({
        path: entry.path,
        before: isMade ? [...own, ...gone] : own,
        after: textOf(entry),
      });
    }),
  ];
}
