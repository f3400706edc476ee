import { type DatabaseReport, inspectDatabase } from '#store/sqlite/inspect.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { stateFile } from '#model/own-files.ts';
import { EXIT } from '#local/exit-codes.ts';
import { formatJson } from '../print.ts';
import { refuseCommand } from '../refusal.ts';
import { prepareStateFolder } from '#local/state-folder.ts';

interface Options {
  readonly db: string;
  readonly json?: true;
}

/** `ratchetr state`: creates or migrates the state file of this folder, verifies it and counts what it holds. */
export const register: RegisterCommand = (program, context) => {
  program
    .command('state')
    .description('create or migrate the state file, verify it and count what it holds')
    .option('--db <file>', 'the state file', stateFile)
    .option('--json', 'print the report as JSON')
    .action((options: Options) => printState(context, options));
};

async function printState(context: CliContext, { db, json }: Options): Promise<void> {
  try {
    const report = await inspectStateFile(context, db);
    context.stdout.write(json ? formatJson(report) : describeDatabase(report));
    if (report.damage.length > 0) context.exitWith(EXIT.toolFailure);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    refuseCommand(context, error.message, EXIT.toolFailure);
  }
}

async function inspectStateFile(
  { cwd, system }: CliContext,
  file: string,
): Promise<DatabaseReport> {
  const database = openDatabase({ path: prepareStateFolder(cwd, file) });
  try {
    await createSqliteRunStore({ database }).init();
    return inspectDatabase(database, system.clock.now());
  } finally {
    database.close();
  }
}

function describeDatabase(report: DatabaseReport): string {
  const lines = [
    `${report.path}, schema version ${report.schemaVersion}`,
    `integrity   ${report.damage.length === 0 ? 'verified' : 'DAMAGED'}`,
    ...report.damage.map((line) => `            ${line}`),
    `workspaces  ${report.workspaces}, of these due now: ${report.dueWorkspaces}`,
    `runs        ${formatCounts(report.runs)}`,
    `tasks       ${formatCounts(report.tasks)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function formatCounts(byStatus: Readonly<Record<string, number>>): string {
  const parts = Object.entries(byStatus).map(([status, count]) => `${count} ${status}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
