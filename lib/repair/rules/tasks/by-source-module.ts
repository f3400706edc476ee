import type { Finding } from '#model/finding.ts';
import { groupFindingsByFile } from './by-file.ts';
import { draftOf, type TaskDraft } from './draft.ts';

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
