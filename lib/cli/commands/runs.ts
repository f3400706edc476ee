import { InvalidArgumentError } from 'commander';
import type { RunId } from '#model/ids.ts';
import type { Run } from '#model/run.ts';
import { sessionSummary } from '#model/session-summary.ts';
import { painter } from '#report/human/look.ts';
import { tableLines } from '#report/human/table.ts';
import { moment } from '#base/moment.ts';
import { isUndone } from '#repair/rules/session/undone.ts';
import { dollars } from '#base/words.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { detectLook } from '../check/write-report.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { EXIT } from '#local/exit-codes.ts';
import { byHand } from '../runs/find-run.ts';
import { listWorkspaceRuns } from '../runs/list-workspace-runs.ts';
import { withRuns } from '../runs/open-runs.ts';
import { addPlaneOptions, type PlaneLocation } from '../workspaces/open-operations.ts';

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
    .option('--limit <number>', 'how many', toLimit, 20)
    .option('--json', 'print the list as JSON');
  addPlaneOptions(command).action((asked: string | undefined, options: Options) => {
    const { home, stack } = options;
    if (asked !== undefined) return listWorkspaceRuns(context, { asked, home, stack }, options);
    if (home === undefined && stack === undefined) return listRunsByHand(context, options);
    context.stderr.write('Name the pull request whose runs are to be listed.\n');
    context.exitWith(EXIT.usage);
    return undefined;
  });
};

async function listRunsByHand(
  context: CliContext,
  { limit, json }: Pick<Options, 'limit' | 'json'>,
): Promise<void> {
  await withRuns(context, async ({ runs }) => {
    const rows = await listRunRows(runs, limit);
    const text = json ? `${JSON.stringify(rows, null, 2)}\n` : describeRuns(context, rows);
    context.stdout.write(text);
  });
}

function toLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 10_000) return limit;
  throw new InvalidArgumentError('Write a whole number from 1 to 10000.');
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

type Store = Pick<RunStore, 'listRuns' | 'summarizeRun' | 'listArtifacts'>;

async function listRunRows(runs: Store, limit: number): Promise<readonly Row[]> {
  const listed = await runs.listRuns(byHand, limit);
  const rows: Row[] = [];
  for (const { runId } of listed) {
    const row = await readRunRow(runs, runId);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

async function readRunRow(runs: Store, runId: RunId): Promise<Row | undefined> {
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

function describeRuns(context: CliContext, rows: readonly Row[]): string {
  if (rows.length === 0) return 'There is no run yet.\n';
  const heads = ['Run', 'Started (UTC)', 'Status', 'Outcome', 'Tasks', 'Cost', ''];
  const cells = rows.map(({ id, startedAt, status, outcome, tasks, usd, undone }) =>
    [
      id,
      moment(startedAt),
      status,
      outcome ?? '-',
      `${tasks.succeeded} of ${tasks.all}`,
      dollars(usd),
      undone ? 'undone' : '',
    ].map((text) => ({ text })),
  );
  const paint = painter(detectLook(context, undefined));
  const table = tableLines({ heads, numbers: new Set([5]), rows: cells }, paint);
  return `${table.join('\n')}\n`;
}
