import { type DiffEntry, lostPath, newPath } from '../verdict/diff.ts';
import type { AgentResult } from '#model/agent-result.ts';

/** The result of an agent that gave none that can be read: what its change shows, and whether that was taken. */
export function answerFromDiff(
  diff: readonly DiffEntry[],
  { isAccepted }: { readonly isAccepted: boolean },
): AgentResult {
  const created = diff.flatMap((entry) => newPath(entry) ?? []);
  const deleted = diff.flatMap((entry) => lostPath(entry) ?? []);
  const others = diff.filter(({ status }) => status === 'modified' || status === 'type-changed');
  const files = `${diff.length} file${diff.length === 1 ? '' : 's'}`;
  return {
    status: isAccepted ? 'success' : 'failure',
    summary: `The agent printed no result that can be read. Its change of ${files} was ${isAccepted ? 'judged and passed' : 'refused'}.`,
    changes: {
      files_changed: others.map(({ path }) => path),
      files_created: created,
      files_deleted: deleted,
      diff_stat: {
        insertions: diff.reduce((sum, { addedLines }) => sum + addedLines, 0),
        deletions: diff.reduce((sum, { removedLines }) => sum + removedLines, 0),
      },
    },
  };
}
