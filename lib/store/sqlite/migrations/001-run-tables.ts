import type { Migration } from '../migrate.ts';

/**
 * Rows name each other by the ids of the domain. Times are whole milliseconds: leases and pauses are
 * compared and added to, which ISO text could only do by way of numbers. TEXT columns may hold the
 * bytes of a text that is not well-formed, so the tables are not STRICT; a schema checks every row.
 */
export const runTables: Migration = {
  reason: 'Runs and everything that belongs to one.',
  statements: [
    `CREATE TABLE runs (
      id INTEGER PRIMARY KEY,
      run_id TEXT NOT NULL UNIQUE,
      schema_version INTEGER NOT NULL,
      workspace_id TEXT,
      kind TEXT NOT NULL,
      repo_path TEXT NOT NULL,
      head_sha TEXT NOT NULL,
      base_sha TEXT,
      config_json TEXT NOT NULL,
      status TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      finished_at INTEGER,
      summary_json TEXT
    )`,
    `CREATE INDEX runs_of_workspace ON runs (workspace_id, started_at, run_id)
      WHERE workspace_id IS NOT NULL`,

    `CREATE TABLE artifacts (
      id INTEGER PRIMARY KEY,
      run_id TEXT NOT NULL REFERENCES runs (run_id),
      name TEXT NOT NULL,
      kind TEXT NOT NULL,
      tool TEXT,
      sha256 TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      meta_json TEXT,
      UNIQUE (run_id, name)
    )`,

    // One row per collection: an engine that found nothing has counts as well.
    `CREATE TABLE finding_sets (
      id INTEGER PRIMARY KEY,
      run_id TEXT NOT NULL REFERENCES runs (run_id),
      tool TEXT NOT NULL,
      stage TEXT NOT NULL,
      total INTEGER NOT NULL,
      by_severity_json TEXT NOT NULL,
      UNIQUE (run_id, tool, stage)
    )`,
    `CREATE TABLE findings (
      id INTEGER PRIMARY KEY,
      set_id INTEGER NOT NULL REFERENCES finding_sets (id),
      run_id TEXT NOT NULL REFERENCES runs (run_id),
      finding_id TEXT NOT NULL,
      tool TEXT NOT NULL,
      kind TEXT NOT NULL,
      severity TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      message TEXT NOT NULL,
      file_path TEXT,
      line INTEGER,
      col INTEGER,
      symbol TEXT,
      test_id TEXT,
      raw_ref TEXT,
      meta_json TEXT,
      created_at INTEGER NOT NULL
    )`,
    'CREATE INDEX findings_of_set ON findings (set_id)',
    'CREATE INDEX findings_by_id ON findings (run_id, finding_id)',

    // `ready` is 1 exactly while the task may be claimed as far as its dependencies go; `hopeless` where
    // one of them was lost when the task was added or sent back, until a claim that repairs gives it up.
    `CREATE TABLE tasks (
      id INTEGER PRIMARY KEY,
      run_id TEXT NOT NULL REFERENCES runs (run_id),
      task_id TEXT NOT NULL,
      tool TEXT NOT NULL,
      task_type TEXT NOT NULL,
      priority INTEGER NOT NULL,
      status TEXT NOT NULL,
      status_reason TEXT,
      ready INTEGER NOT NULL,
      hopeless INTEGER NOT NULL,
      attempt_no INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      lease_losses INTEGER NOT NULL,
      not_before INTEGER,
      claimed_by TEXT,
      lease_until INTEGER,
      lease_token TEXT,
      rev INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      fingerprint TEXT NOT NULL,
      title TEXT NOT NULL,
      description TEXT NOT NULL,
      targets_json TEXT NOT NULL,
      finding_ids_json TEXT NOT NULL,
      validation_json TEXT NOT NULL,
      retry_policy_json TEXT NOT NULL,
      depends_on_json TEXT NOT NULL,
      UNIQUE (run_id, task_id)
    )`,
    // In the order of claims. The pause is in the index so that paused tasks are passed over in it.
    `CREATE INDEX tasks_claimable ON tasks (run_id, priority, task_id, not_before)
      WHERE ready = 1`,
    // Only tasks under way are in it, so that a claim keeps one short index besides the queue.
    `CREATE INDEX tasks_leased ON tasks (run_id, lease_token) WHERE lease_token IS NOT NULL`,
    'CREATE INDEX tasks_hopeless ON tasks (run_id) WHERE hopeless = 1',
    // The list on the task is read with it; this one answers who waits for a task.
    `CREATE TABLE task_dependencies (
      run_id TEXT NOT NULL,
      depends_on TEXT NOT NULL,
      task_id TEXT NOT NULL,
      PRIMARY KEY (run_id, depends_on, task_id),
      FOREIGN KEY (run_id, task_id) REFERENCES tasks (run_id, task_id),
      FOREIGN KEY (run_id, depends_on) REFERENCES tasks (run_id, task_id)
    ) WITHOUT ROWID`,
    `CREATE VIEW task_findings AS
      SELECT tasks.id AS task_id, findings.id AS finding_id
      FROM tasks, json_each(tasks.finding_ids_json) AS covered
      JOIN findings ON findings.run_id = tasks.run_id AND findings.finding_id = covered.value`,

    // The fence of a result is its attempt number. Blocked attempts count as failed, hence \`outcome\`.
    `CREATE TABLE attempts (
      id INTEGER PRIMARY KEY,
      run_id TEXT NOT NULL,
      task_id TEXT NOT NULL,
      attempt_no INTEGER NOT NULL,
      status TEXT NOT NULL,
      outcome TEXT,
      reason TEXT,
      worker TEXT NOT NULL,
      agent_name TEXT NOT NULL,
      agent_exit_code INTEGER,
      validation_exit_code INTEGER,
      started_at INTEGER NOT NULL,
      finished_at INTEGER,
      summary_json TEXT,
      diff_stats_json TEXT,
      artifacts_json TEXT,
      verdict_json TEXT,
      cost_json TEXT,
      UNIQUE (run_id, task_id, attempt_no),
      FOREIGN KEY (run_id, task_id) REFERENCES tasks (run_id, task_id)
    )`,

    `CREATE TABLE accepted_diffs (
      id INTEGER PRIMARY KEY,
      run_id TEXT NOT NULL REFERENCES runs (run_id),
      sequence INTEGER NOT NULL,
      task_id TEXT NOT NULL,
      patch TEXT NOT NULL,
      UNIQUE (run_id, sequence)
    )`,

    // Baselines outlive the run that recorded them, so they do not refer to it.
    `CREATE TABLE baselines (
      id INTEGER PRIMARY KEY,
      repository TEXT NOT NULL,
      commit_sha TEXT NOT NULL,
      engine TEXT NOT NULL,
      signature TEXT NOT NULL,
      artifact_json TEXT NOT NULL,
      recorded_at INTEGER NOT NULL,
      UNIQUE (repository, commit_sha, engine, signature)
    )`,
  ],
};
