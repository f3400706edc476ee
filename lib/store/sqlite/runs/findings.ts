import { countStageFindings as countAll } from '#check/rules/findings/counts.ts';
import { type Finding, type FindingCounts, finding, findingCounts } from '#model/finding.ts';
import type { RunId } from '#model/ids.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { Database } from '../database.ts';
import { insertRow, keepFirst } from '../insert.ts';
import { createRowMap, storedObject } from '../row-map.ts';
import { transaction } from '../transaction.ts';

const counts = createRowMap<FindingCounts>('set of findings', findingCounts, {
  tool: 'tool',
  stage: 'stage',
  total: 'total',
  bySeverity: 'by_severity_json',
});

const findings = createRowMap<Finding>(
  'finding',
  finding.extend({ meta: storedObject.optional() }),
  {
    id: 'finding_id',
    runId: 'run_id',
    tool: 'tool',
    kind: 'kind',
    severity: 'severity',
    fingerprint: 'fingerprint',
    message: 'message',
    filePath: 'file_path',
    line: 'line',
    column: 'col',
    symbol: 'symbol',
    testId: 'test_id',
    rawRef: 'raw_ref',
    meta: 'meta_json',
    createdAt: 'created_at',
  },
);

/** The set is counted when it is stored, so that counts never read the findings. */
export function insertFindings(
  database: Database,
  { runId, tool, stage, findings: added }: Parameters<RunStore['addFindings']>[0],
): 'stored' | 'exists' {
  const set = { run_id: runId, ...counts.toRow(countAll(tool, stage, added)) };
  const rows = added.map((each) => findings.toRow(each));
  return transaction(database, () => {
    const onConflict = keepFirst('run_id', 'tool', 'stage');
    if (insertRow(database, { table: 'finding_sets', row: set, onConflict }) === 0) return 'exists';
    const inserted = database.get('SELECT last_insert_rowid() AS id');
    const setId = Number(inserted?.['id']);
    for (const row of rows) {
      insertRow(database, { table: 'findings', row: { set_id: setId, ...row } });
    }
    return 'stored';
  });
}

/** Tool by tool, each in the order in which they were reported. */
export function selectFindings(
  database: Database,
  run: RunId,
  wanted: { readonly stage: string; readonly tool?: string | undefined },
): readonly Finding[] {
  const rows = database.all(
    `SELECT findings.* FROM finding_sets
     JOIN findings ON findings.set_id = finding_sets.id
     WHERE finding_sets.run_id = ?1 AND finding_sets.stage = ?2
       AND (?3 IS NULL OR finding_sets.tool = ?3)
     ORDER BY finding_sets.tool, findings.id`,
    run,
    wanted.stage,
    wanted.tool ?? null,
  );
  return rows.map((row) => findings.fromRow(row));
}

export function selectCounts(database: Database, run: RunId): readonly FindingCounts[] {
  const rows = database.all(
    'SELECT * FROM finding_sets WHERE run_id = ? ORDER BY tool, stage',
    run,
  );
  return rows.map((row) => counts.fromRow(row));
}
