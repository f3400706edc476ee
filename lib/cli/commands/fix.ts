import type { RunId } from '#model/ids.ts';
import type { SessionSummary } from '#model/session-summary.ts';
import { openGateway } from '#local/gateway.ts';
import { createLocalBaselineReader } from '#local/records.ts';
import { openRepairHost } from '#local/repair-host.ts';
import { openRepositoryState, type RepositoryState } from '#local/stores.ts';
import { createTerminalAsker } from '#platform/terminal/asker.ts';
import { monthAccount } from '#ratchet/month-account.ts';
import { loadRunReport } from '#ratchet/overview/load-run-report.ts';
import { findAgents, type FoundAgents } from '#repair/find-agents.ts';
import { type OpenedRepair, openRepair } from '#repair/open-repair.ts';
import { planRepair } from '#repair/plan-repair.ts';
import { closeRun, runRepair } from '#repair/run-repair.ts';
import type { RepairLimits } from '#repair/session-settings.ts';
import { runFormats } from '#report/run/formats.ts';
import { type CheckCommand, prepareCommand } from '../check/prepare.ts';
import { canWriteReport, writeReport } from '../check/write-report.ts';
import type { CliContext, RegisterCommand, Screen } from '../context.ts';
import { EXIT, type ExitCode } from '#local/exit-codes.ts';
import { type RepairCommand, beginOrResume } from '../fix/begin-asked.ts';
import { readLimits } from '../fix/limits.ts';
import { addFixOptions, type FixOptions, fixOverrides } from '../fix/options.ts';
import { createSessionProgress, type ShownSession } from '../fix/progress.ts';
import { byHand } from '../runs/find-run.ts';
import { valueOrRefusal } from '../refusal.ts';
import type { NewTask } from '#model/task.ts';
import { counted } from '#base/words.ts';
import { ableAgents } from '#repair/rules/session/choose-agent.ts';
import { safeText } from '#report/safe-text.ts';

/** `ratchetr fix`: repairs this repository and proves that nothing got worse. */
export const register: RegisterCommand = (program, context) => {
  addFixOptions(program.command('fix'))
    .description('repair what the quality tools find; the result is a patch, a branch or applied')
    .action((paths: readonly string[], options: FixOptions) => fix(context, paths, options));
};

async function fix(
  context: CliContext,
  given: readonly string[],
  options: FixOptions,
): Promise<void> {
  const host = openRepairHost({ ...context, output: context.stderr });
  const overrides: CheckCommand['overrides'] = (fromTop) => fixOverrides(options, fromTop);
  const prepared = await prepareCommand(context, host, { options, overrides });
  if (prepared === undefined) return;
  const { repository, config } = prepared;
  const paths = given.map(prepared.fromTop);
  const agents = valueOrRefusal(context, await findAgents(host.agentPrograms, config));
  const limits = readLimits(context, options, config);
  if (agents === undefined || limits === undefined) return;
  if (!(await canWriteReport(context, options.output))) return;
  let state: RepositoryState | undefined;
  try {
    const opening = await openRepair(host, {
      prepared,
      openState: async () => (state = await openRepositoryState(host, repository)),
      recordedOf: createLocalBaselineReader(host.clock, repository),
      signal: context.signal,
    });
    const opened = valueOrRefusal(context, opening);
    if (opened === undefined || state === undefined) return;
    const repair = { opened, agents, limits, spending: state.stores.spending };
    if (options.dryRun === true) await printTasks(context, repair, paths);
    else await repairByHand(context, repair, { paths, options });
  } finally {
    state?.stores.close();
  }
}

interface GivenRepair {
  readonly opened: OpenedRepair;
  readonly agents: FoundAgents;
  readonly limits: RepairLimits;
  readonly spending: RepositoryState['stores']['spending'];
}

async function repairByHand(
  context: CliContext,
  given: GivenRepair,
  asked: RepairCommand,
): Promise<void> {
  const { opened, agents, limits } = given;
  const { host, prepared, state } = opened;
  const begun = valueOrRefusal(context, await beginOrResume(context.cwd, opened, asked));
  if (begun === undefined) return;
  const { signal, env, stderr } = context;
  const { clock, log } = host;
  const progress = createSessionProgress({ output: stderr, clock, signal, env });
  try {
    const { run } = begun;
    const summary = await runRepair(opened, {
      begun,
      agents,
      limits,
      account: {
        pullRequest: `${byHand}/${run.id}`,
        month: monthAccount(clock.now()),
        pullRequestUsd: limits.budgetUsd,
      },
      openGateway: (most) =>
        openGateway({ env, log, clock }, prepared.config, given.spending(most)),
      progress,
      asker: createTerminalAsker({ input: process.stdin, output: writeAbove(stderr, progress) }),
      conclude: (over) => closeRun(state.stores.runs, run, { summary: over, now: clock.now() }),
    });
    progress.stop();
    context.exitWith(exitCodeFor(summary));
    await reportRun(context, opened, { id: run.id, summary, options: asked.options });
  } finally {
    progress.stop();
    begun.release();
  }
}

/** Writes questions above the progress on the screen. */
function writeAbove({ isTTY, columns }: Screen, { output }: ShownSession): Screen {
  return {
    ...(isTTY !== undefined && { isTTY }),
    ...(columns !== undefined && { columns }),
    write: (text) => output.write(text),
  };
}

/** Says what a session would begin with. */
async function printTasks(
  context: CliContext,
  { opened, limits }: GivenRepair,
  paths: readonly string[],
): Promise<void> {
  const tasks = valueOrRefusal(context, await planRepair(opened, limits, paths));
  if (tasks === undefined) return;
  const { order } = opened.prepared.config.agents;
  context.stdout.write(describeFirstTasks(tasks, order));
}

interface FinishedRun {
  readonly id: RunId;
  readonly summary: SessionSummary;
  readonly options: FixOptions;
}

async function reportRun(
  context: CliContext,
  { host, state: { stores } }: OpenedRepair,
  { id, summary, options }: FinishedRun,
): Promise<void> {
  const run = await stores.runs.loadRun(id);
  if (run === undefined) throw new Error(`The run ${id} is gone`);
  const report = await loadRunReport({ runs: stores.runs }, run, host.clock.now());
  const render = runFormats[options.format ?? 'human'];
  await writeReport(context, (look) => render(report, look), options.output);
  if (summary.outcome === 'interrupted') {
    context.stderr.write(`${summary.sentence} Continue with \`ratchetr fix --resume ${id}\`.\n`);
  }
}

function exitCodeFor({ outcome, result }: SessionSummary): ExitCode {
  if (outcome === 'interrupted') return EXIT.interrupted;
  if (outcome === 'failed' || result.kind === 'refused') return EXIT.toolFailure;
  return outcome === 'green' ? EXIT.ok : EXIT.findings;
}

/** The tasks that a session would begin with, for the terminal. */
function describeFirstTasks(tasks: readonly NewTask[], order: readonly string[]): string {
  if (tasks.length === 0) return 'There is nothing to repair.\n';
  const lines = tasks.map((task) => {
    const agents = ableAgents(task, order);
    const who = agents.length === 0 ? 'no agent in agents.order can do it' : agents.join(', then ');
    return `  ${safeText(task.title)} (${task.taskType}; ${who})\n`;
  });
  return `${counted(tasks.length, 'task')}; nothing was changed:\n${lines.join('')}`;
}
