import type { Sha } from '#model/ids.ts';
import type { History } from '#check/needs/history.ts';
import type { Trees } from '../needs/trees.ts';
import type { ReadLines } from '#check/collect-findings.ts';
import type { Base } from '#check/read-base.ts';

export interface LinesDeps {
  readonly history: History;
  readonly trees: Trees;
}

/** Tells of a tree which of its lines the base has not; what the work tree says of its own lines is no answer for another. */
export function linesSince(
  { history, trees }: LinesDeps,
  { base, check }: { readonly base: Base; readonly check: { readonly repository: string } },
  tree: Sha,
): ReadLines {
  return async () => {
    if (base.commit === null) return base;
    const before = await history.treeOf(check.repository, base.commit);
    if (before === undefined) return { isChangedLine: () => true };
    const lines = await trees.changedLines(before, tree);
    return {
      isChangedLine: (path, line) =>
        lines.get(path)?.some(([first, last]) => line >= first && line <= last) === true,
    };
  };
}
