import type { RunId } from '#model/ids.ts';
import { type AcceptedDiff, acceptedDiff } from '#model/run.ts';
import type { Database } from '../database.ts';
import { insert, keepFirst } from '../insert.ts';
import { createRowMap } from '../row-map.ts';
import { transaction } from '../transaction.ts';

const diffs = createRowMap<AcceptedDiff>('accepted diff', acceptedDiff, {
  runId: 'run_id',
  sequence: 'sequence',
  taskId: 'task_id',
  patch: 'patch',
});

/** What was recorded first stands: a resuming worker has applied it by now. */
export function recordAccepted(database: Database, diff: AcceptedDiff): 'recorded' | 'taken' {
  const row = diffs.toRow(diff);
  return transaction(database, () => {
    const onConflict = keepFirst('run_id', 'sequence');
    insert(database, { table: 'accepted_diffs', row, onConflict });
    const holder = database.get(
      'SELECT task_id FROM accepted_diffs WHERE run_id = ? AND sequence = ?',
      diff.runId,
      diff.sequence,
    );
    return holder?.['task_id'] === diff.taskId ? 'recorded' : 'taken';
  });
}

export function listAccepted(database: Database, run: RunId): readonly AcceptedDiff[] {
  const rows = database.all('SELECT * FROM accepted_diffs WHERE run_id = ? ORDER BY sequence', run);
  return rows.map((row) => diffs.fromRow(row));
}
