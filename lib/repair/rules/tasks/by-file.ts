import type { Finding } from '#model/finding.ts';
import { draftOf, type TaskDraft } from './draft.ts';

/**
 * One task for each file. Findings that the tool can repair by itself stay with their file: a task by rule would
 * share files with the others, and two tasks that edit one file undo each other's work.
 */
export function byFile(findings: readonly Finding[]): readonly TaskDraft[] {
  return groupFindingsByFile(findings).map((own) => draftOf('fix', own));
}

/** What concerns no file is a group of its own. */
export function groupFindingsByFile(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  return [...Map.groupBy(findings, ({ filePath }) => filePath ?? '').values()];
}

/** One task for each source file whose code no test reaches: to write tests. */
export function bySourceModule(
  findings: readonly Finding[],
  moduleOf: (path: string) => string,
): readonly TaskDraft[] {
  return groupFindingsByFile(findings).map((own) => {
    const draft = draftOf('add_test', own);
    const { targets } = draft;
    return { ...draft, targets: { ...targets, modules: targets.files.map(moduleOf) } };
  });
}
