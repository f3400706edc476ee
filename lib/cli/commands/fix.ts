import { systemClock } from '#platform/system/clock.ts';
import type { SessionSummary } from '#model/session-summary.ts';
import { runFormats } from '#report/run/formats.ts';
import { loadRunReport } from '#ratchet/overview/load-run-report.ts';
import { openEngineHost } from '#local/engine-host.ts';
import { prepareCommand } from '../check/prepare.ts';
import { canWriteReport, writeReport } from '../check/write-report.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { findAgents } from '../fix/agents.ts';
import { beginRun } from '../fix/begin-run.ts';
import { amountsOf } from '../fix/amounts.ts';
import { dryRun } from '../fix/dry-run.ts';
import type { Ground } from '../fix/ground.ts';
import { openFix } from '../fix/open-fix.ts';
import { addFixOptions, type FixOptions, fixOverrides } from '../fix/options.ts';
import { createSessionProgress } from '../fix/progress.ts';
import { closeRun, type FixRun, runFix } from '../fix/run-fix.ts';
import { byHand } from '../runs/find-run.ts';

/** `ratchetr fix`: repairs this repository and proves that nothing got worse. */
export const register: RegisterCommand = (program, context) => {
  addFixOptions(program.command('fix'))
    .description('repair what the quality tools find; the result is a patch, a branch or applied')
    .action((paths: readonly string[], options: FixOptions) => fix(context, paths, options));
};

async function fix(
  context: CliContext,
  paths: readonly string[],
  options: FixOptions,
): Promise<void> {
  const host = openEngineHost({ ...context, output: context.stderr, asksApart: true });
  const wanted = { options, overrides: fixOverrides(options) };
  const prepared = await prepareCommand(context, host, wanted);
  if (prepared === undefined) return;
  const found = await findAgents(context, prepared.config);
  const amounts = amountsOf(context, options, prepared.config);
  if (found === undefined || amounts === undefined) return;
  if (!(await canWriteReport(context, options.output))) return;
  const opened = await openFix(context, host, { prepared });
  if (opened === undefined) return;
  const { ground } = opened;
  try {
    const given = { prepared, ...opened, found, amounts };
    if (options.dryRun === true) await dryRun(context, given, paths);
    else await repair(context, given, { paths, options });
  } finally {
    ground.stores.close();
  }
}

type GivenFix = Pick<
  FixRun,
  'amounts' | 'check' | 'found' | 'host' | 'ground' | 'input' | 'prepared'
>;

async function repair(
  context: CliContext,
  given: GivenFix,
  asked: { readonly paths: readonly string[]; readonly options: FixOptions },
): Promise<void> {
  const begun = await beginRun(context, given.ground, asked);
  if (begun === undefined) return;
  const { signal, env, stderr } = context;
  const progress = createSessionProgress({ output: stderr, clock: systemClock, signal, env });
  try {
    const { run } = begun;
    const account = {
      pullRequest: `${byHand}/${run.id}`,
      pullRequestUsd: given.amounts.budgetUsd,
    };
    const conclude = (summary: SessionSummary) => closeRun(given.ground.stores.runs, run, summary);
    const summary = await runFix(context, { ...given, begun, progress, account, conclude });
    progress.stop();
    context.exitWith(exitOf(summary));
    await show(context, given.ground, { id: run.id, summary, options: asked.options });
  } finally {
    progress.stop();
    begun.letGo();
  }
}

async function show(
  context: CliContext,
  { stores }: Ground,
  {
    id,
    summary,
    options,
  }: {
    readonly id: FixRun['begun']['run']['id'];
    readonly summary: SessionSummary;
    readonly options: FixOptions;
  },
): Promise<void> {
  const run = await stores.runs.loadRun(id);
  if (run === undefined) throw new Error(`The run ${id} is gone`);
  const report = await loadRunReport({ runs: stores.runs }, run, systemClock.now());
  const render = runFormats[options.format ?? 'human'];
  await writeReport(context, (look) => render(report, look), options.output);
  if (summary.outcome === 'interrupted') {
    context.stderr.write(`${summary.sentence} Go on with \`ratchetr fix --resume ${id}\`.\n`);
  }
}

function exitOf({ outcome, result }: SessionSummary): ExitCode {
  if (outcome === 'interrupted') return EXIT.interrupted;
  if (outcome === 'failed' || result.kind === 'refused') return EXIT.toolFailure;
  return outcome === 'green' ? EXIT.ok : EXIT.findings;
}
