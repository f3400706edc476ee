import { type RecordedBaseline, recordedBaseline } from '#model/baseline.ts';
import type { Sha } from '#model/ids.ts';
import type { Database } from '../database.ts';
import { insert, keepLast } from '../insert.ts';
import { createRowMap } from '../row-map.ts';
import { transaction } from '../transaction.ts';

const baselines = createRowMap<RecordedBaseline>('baseline', recordedBaseline, {
  repository: 'repository',
  commit: 'commit_sha',
  engine: 'engine',
  signature: 'signature',
  artifact: 'artifact_json',
  recordedAt: 'recorded_at',
});

/** The newest recording of the same collection counts. */
export function recordBaseline(database: Database, recorded: RecordedBaseline): void {
  const row = baselines.toRow(recorded);
  const onConflict = keepLast(row, 'repository', 'commit_sha', 'engine', 'signature');
  transaction(database, () => insert(database, { table: 'baselines', row, onConflict }));
}

export function findBaselines(
  database: Database,
  repository: string,
  commit: Sha,
): readonly RecordedBaseline[] {
  const rows = database.all(
    'SELECT * FROM baselines WHERE repository = ? AND commit_sha = ? ORDER BY engine, signature',
    repository,
    commit,
  );
  return rows.map((row) => baselines.fromRow(row));
}
