import { createProcesses } from '#adapters/process/processes.ts';
import { systemClock } from '#adapters/system/clock.ts';
import type { SessionSummary } from '#domain/model/session-summary.ts';
import { runFormats } from '#domain/report/run/formats.ts';
import { checkInput, createCheckDeps } from '../check/deps.ts';
import { prepareCheck } from '../check/prepare.ts';
import { canWriteReport, writeReport } from '../check/write-report.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { findAgents } from '../fix/agents.ts';
import { beginRun } from '../fix/begin-run.ts';
import { amountsOf } from '../fix/amounts.ts';
import { dryRun } from '../fix/dry-run.ts';
import { type Ground, openGround } from '../fix/ground.ts';
import { addFixOptions, type FixOptions, fixOverrides } from '../fix/options.ts';
import { createSessionProgress } from '../fix/progress.ts';
import { type FixRun, runFix } from '../fix/run-fix.ts';
import { loadRunReport } from '../runs/load-report.ts';

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
  const prepared = await prepareCheck(context, [], { options, overrides: fixOverrides(options) });
  if (prepared === undefined) return;
  const found = await findAgents(context, prepared.config);
  const amounts = amountsOf(context, options, prepared.config);
  if (found === undefined || amounts === undefined) return;
  if (!(await canWriteReport(context, options.output))) return;
  const { env: parentEnv } = context;
  const processes = createProcesses({ clock: systemClock, parentEnv, asksApart: true });
  const check = { ...createCheckDeps(context, prepared), processes };
  const input = await checkInput(context, prepared);
  const ground = await openGround(context, prepared, { check, input });
  if (ground === undefined) return;
  try {
    const given = { prepared, check, input, ground, found, amounts };
    if (options.dryRun === true) await dryRun(context, given, paths);
    else await repair(context, given, { paths, options });
  } finally {
    ground.stores.close();
  }
}

async function repair(
  context: CliContext,
  given: Omit<FixRun, 'begun' | 'progress'>,
  asked: { readonly paths: readonly string[]; readonly options: FixOptions },
): Promise<void> {
  const begun = await beginRun(context, given.ground, asked);
  if (begun === undefined) return;
  const { signal, env, stderr } = context;
  const progress = createSessionProgress({ output: stderr, clock: systemClock, signal, env });
  try {
    const summary = await runFix(context, { ...given, begun, progress });
    progress.stop();
    context.exitWith(exitOf(summary));
    await show(context, given.ground, { id: begun.run.id, summary, options: asked.options });
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
  const report = await loadRunReport(stores.runs, run, systemClock.now());
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
