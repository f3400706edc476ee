import { type Artifact, artifact } from '#model/artifact.ts';
import type { RunId } from '#model/ids.ts';
import type { Database } from '../database.ts';
import { insert, keepFirst } from '../insert.ts';
import { createRowMap, storedObject } from '../row-map.ts';
import { transaction } from '../transaction.ts';

const artifacts = createRowMap<Artifact>(
  'artifact',
  artifact.extend({ meta: storedObject.optional() }),
  {
    runId: 'run_id',
    name: 'name',
    kind: 'kind',
    tool: 'tool',
    sha256: 'sha256',
    sizeBytes: 'size_bytes',
    createdAt: 'created_at',
    meta: 'meta_json',
  },
);

export function addArtifact(database: Database, added: Artifact): 'added' | 'exists' {
  const row = artifacts.toRow(added);
  return transaction(database, () => {
    const onConflict = keepFirst('run_id', 'name');
    return insert(database, { table: 'artifacts', row, onConflict }) === 1 ? 'added' : 'exists';
  });
}

export function listArtifacts(database: Database, run: RunId): readonly Artifact[] {
  const rows = database.all('SELECT * FROM artifacts WHERE run_id = ? ORDER BY name', run);
  return rows.map((row) => artifacts.fromRow(row));
}
