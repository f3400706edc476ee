import type { Paint } from '#report/human/look.ts';
import type { RunId } from '#model/ids.ts';
import type { Run } from '#model/run.ts';
import { sessionSummary } from '#model/session-summary.ts';
import { moment } from '#base/moment.ts';
import { isUndone } from '#repair/rules/session/undone.ts';
import { dollars } from '#base/words.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { limitOption } from '../check/option-values.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { createPaint, formatJson, formatTable } from '../print.ts';
import { refuseCommand } from '../refusal.ts';
import { byHand } from '../runs/find-run.ts';
import { withRuns } from '../runs/open-runs.ts';
import { addPlaneOptions, type PlaneLocation } from '../workspaces/open-operations.ts';
import type { ShownRun } from '#report/workspaces/overview.ts';
import { type AskedWorkspace, withWorkspace } from '../workspaces/with-workspace.ts';

interface Options extends PlaneLocation {
  readonly limit: number;
  readonly json?: true;
}

/** `ratchetr runs`: the runs that were started by hand in this folder, or those of a pull request under watch. */
export const register: RegisterCommand = (program, context) => {
  const command = program
    .command('runs')
    .argument('[pull request]', 'one that a control plane watches, instead of runs by hand')
    .description('list the runs of this folder or of a pull request, the newest first')
    .addOption(limitOption('how many runs', 20))
    .option('--json', 'print the list as JSON');
  addPlaneOptions(command).action((asked: string | undefined, options: Options) => {
    const { home, stack } = options;
    if (asked !== undefined) return listWorkspaceRuns(context, { asked, home, stack }, options);
    if (home === undefined && stack === undefined) return listRunsByHand(context, options);
    return refuseCommand(context, 'Name the pull request whose runs are to be listed.');
  });
};

async function listRunsByHand(context: CliContext, { limit, json }: Options): Promise<void> {
  await withRuns(context, async ({ runs }) => {
    const rows = await listRunRows(runs, limit);
    context.stdout.write(json ? formatJson(rows) : describeRuns(createPaint(context), rows));
  });
}

interface Row {
  readonly id: RunId;
  readonly kind: Run['kind'];
  readonly status: Run['status'];
  readonly startedAt: number;
  readonly finishedAt: number | null;
  /** Null while it runs, and of what is no session. */
  readonly outcome: string | null;
  readonly tasks: { readonly all: number; readonly succeeded: number };
  readonly usd: number;
  readonly undone: boolean;
}

async function listRunRows(runs: RunStore, limit: number): Promise<readonly Row[]> {
  const listed = await runs.listRuns(byHand, limit);
  const rows: Row[] = [];
  for (const { runId } of listed) {
    const row = await readRunRow(runs, runId);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

async function readRunRow(runs: RunStore, runId: RunId): Promise<Row | undefined> {
  const known = await runs.summarizeRun(runId);
  if (known === undefined) return undefined;
  const { run, usd, tasks } = known;
  return {
    id: run.id,
    kind: run.kind,
    status: run.status,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt ?? null,
    outcome: sessionSummary.safeParse(run.summary).data?.outcome ?? null,
    tasks: {
      all: Object.values(tasks).reduce((sum, count) => sum + count, 0),
      succeeded: tasks.succeeded,
    },
    usd,
    undone: isUndone(await runs.listArtifacts(runId)),
  };
}

function describeRuns(paint: Paint, rows: readonly Row[]): string {
  if (rows.length === 0) return 'There is no run yet.\n';
  const heads = ['Run', 'Started (UTC)', 'Status', 'Outcome', 'Tasks', 'Cost', ''];
  const cells = rows.map(({ id, startedAt, status, outcome, tasks, usd, undone }) => [
    id,
    moment(startedAt),
    status,
    outcome ?? '-',
    `${tasks.succeeded} of ${tasks.all}`,
    dollars(usd),
    undone ? 'undone' : '',
  ]);
  return `${formatTable(paint, { heads, number: 5, rows: cells }).join('\n')}\n`;
}

// A control plane returns no more in one answer.
const most = 200;

/** Prints the runs of one pull request, the newest first. */
async function listWorkspaceRuns(
  context: CliContext,
  asked: AskedWorkspace,
  { limit, json }: { readonly limit: number; readonly json?: true },
): Promise<void> {
  await withWorkspace(context, asked, async ({ operations }, { id }) => {
    const runs = await operations.runs(id, Math.min(limit, most));
    context.stdout.write(
      json ? formatJson(runs) : describeWorkspaceRuns(createPaint(context), runs),
    );
  });
}

function describeWorkspaceRuns(paint: Paint, runs: readonly ShownRun[]): string {
  if (runs.length === 0) return 'There is no run of this pull request yet.\n';
  const heads = ['Run', 'Kind', 'Head', 'Started (UTC)', 'Status', 'Cost'];
  const rows = runs.map(({ id, kind, headSha, startedAt, status, usd }) => [
    id,
    kind,
    headSha.slice(0, 12),
    moment(startedAt),
    status,
    dollars(usd),
  ]);
  return `${formatTable(paint, { heads, number: 5, rows }).join('\n')}\n`;
}
