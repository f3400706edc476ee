import { describe, expect, it } from 'vitest';
import { operations } from './operations.ts';
import { freshPath, freshStores, openStores } from './stores.ts';

describe('statements', () => {
  it('never read a whole table, so unrelated runs and idle workspaces cost nothing', async () => {
    const statements = await statementsOnce();
    expect(statements.size).toBeGreaterThan(40);
    const { database } = await freshStores();
    const tables = database
      .all("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .map(({ name }) => String(name));
    for (const sql of statements) {
      const plan = database.all(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => String(detail));
      const scans = plan.filter((step) => tables.some((table) => isScan(step, table)));
      expect({ sql, scans }).toEqual({ sql, scans: [] });
    }
  });

  it('look for due workspaces in the index of those that are due', async () => {
    expect(await planOf('due_at <= ?')).toEqual([
      'SEARCH workspaces USING COVERING INDEX workspaces_due (due_at<?)',
    ]);
  });

  it('look for the workspaces of a repository in an index of theirs', async () => {
    expect(await planOf('repository_id = ?')).toEqual([
      'SEARCH workspaces USING INDEX workspaces_of_repository (host=? AND repository_id=?)',
    ]);
  });

  it('claim by seeks alone, already in the order of claims', async () => {
    const plan = await planOf('RETURNING');
    expect(plan.filter((step) => !step.startsWith('SCALAR SUBQUERY'))).toEqual([
      'SEARCH tasks USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH tasks USING COVERING INDEX tasks_claimable (run_id=?)',
      'SEARCH runs USING INDEX sqlite_autoindex_runs_1 (run_id=?)',
      'SEARCH tasks USING COVERING INDEX tasks_leased (run_id=? AND lease_token=?)',
    ]);
  });

  it('look for what a claim may repair among what is under way, and nothing else', async () => {
    const plan = await planOf('hopeless = 1');
    expect(plan.filter((step) => step.startsWith('SEARCH'))).toEqual([
      'SEARCH tasks USING INDEX tasks_leased (run_id=? AND lease_token>?)',
      'SEARCH tasks USING INDEX tasks_hopeless (run_id=?)',
    ]);
  });
});

async function planOf(part: string): Promise<readonly string[]> {
  const statements = [...(await statementsOnce())].filter((sql) => sql.includes(part));
  expect(statements).toHaveLength(1);
  const { database } = await freshStores();
  const steps = database.all(`EXPLAIN QUERY PLAN ${statements[0]}`);
  return steps.map(({ detail }) => String(detail));
}

let collected: Promise<ReadonlySet<string>> | undefined;

function statementsOnce(): Promise<ReadonlySet<string>> {
  collected ??= allStatements();
  return collected;
}

/** What all operations of both stores ask of a database that is up to date. */
async function allStatements(): Promise<ReadonlySet<string>> {
  const statements = new Set<string>();
  for (const [, { before, act }] of operations) {
    const path = await freshPath();
    await openStores(path);
    const stores = await openStores(path, (sql) => {
      if (/^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)/u.test(sql)) statements.add(sql);
    });
    await before(stores);
    await act(stores);
  }
  return new Set([...statements].filter((sql) => !/FROM (?:pragma_|sqlite_schema)/u.test(sql)));
}

function isScan(step: string, table: string): boolean {
  return step === `SCAN ${table}` || step.startsWith(`SCAN ${table} `);
}
