import { compareText } from '#base/order.ts';
import type { Finding } from '#model/finding.ts';
import { groupFindingsByFile } from './by-file.ts';
import { draftOf, type TaskDraft, type TaskLimits } from './draft.ts';

type Group = readonly Finding[];

/** One task for each test file; files that share a failure, from some number on, are one task together. */
export function byTestFile(
  findings: readonly Finding[],
  { sameFailureFiles }: Pick<TaskLimits, 'sameFailureFiles'>,
): readonly TaskDraft[] {
  const drafts: TaskDraft[] = [];
  let left = groupFindingsByFile(findings);
  for (
    let files = mostShared(left);
    isSystemic(files, sameFailureFiles);
    files = mostShared(left)
  ) {
    // The whole files: no two tasks may share one.
    drafts.push(draftOf('refactor', files.flat()));
    const taken = new Set(files);
    left = left.filter((group) => !taken.has(group));
  }
  return [...drafts, ...left.map((group) => draftOf('fix', group))];
}

function isSystemic(files: readonly Group[], least: number): boolean {
  return files.length >= Math.max(2, least);
}

/** The files of the failure that most of them share; among equals the first by name, so that order is no matter. */
function mostShared(groups: readonly Group[]): readonly Group[] {
  const bySignature = new Map<string, Group[]>();
  for (const group of groups) {
    for (const signature of new Set(group.flatMap(failureSignature))) {
      const files = bySignature.get(signature);
      if (files === undefined) bySignature.set(signature, [group]);
      else files.push(group);
    }
  }
  const [first] = [...bySignature].toSorted(
    ([a, some], [b, others]) => others.length - some.length || compareText(a, b),
  );
  return first?.[1] ?? [];
}

/** The exception with what it says: its name alone is shared by failures that have nothing in common. */
function failureSignature({ filePath, symbol, message }: Finding): readonly string[] {
  if (filePath === undefined || symbol === undefined) return [];
  return [JSON.stringify([symbol, message.replaceAll(/\b0x[0-9a-f]+/gi, '0x')])];
}
