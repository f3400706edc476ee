import { type Command, Option } from 'commander';
import { type Outcome, refuse } from '#base/outcome.ts';
import { openPlanArchive } from '#local/plan-archive.ts';
import { openRepairHost } from '#local/repair-host.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import { createTerminalAsker } from '#platform/terminal/asker.ts';
import type { PlanExecutor } from '#repair/plan/execute-in-folder.ts';
import { type ExecutedPlan, executeKept } from '#repair/plan/execute-on-archive.ts';
import { undoKept } from '#repair/plan/undo-execution.ts';
import { newProgress } from '#repair/rules/plan/progress.ts';
import { type PlanFormat, planFormats } from '#report/plan/formats.ts';
import type { PlanReport } from '#report/plan/plan-report.ts';
import { single } from '../check/option-values.ts';
import { canWriteReport, writeReport } from '../check/write-report.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { printSteps } from '../execute/progress.ts';
import { readPlanFile } from '../execute/read-plan.ts';
import { EXIT, type ExitCode } from '#local/exit-codes.ts';
import { refuseCommand } from '../refusal.ts';
import { addConfigOptions, type ConfigOptions, readCommandConfig } from '../read-config.ts';

interface Options extends ConfigOptions {
  readonly format?: PlanFormat;
  readonly output?: string;
  readonly dryRun?: true;
  readonly budget?: string;
  readonly journal?: string;
  readonly undo?: true;
}

/** `ratchetr execute`: executes a structured plan in the current folder. */
export const register: RegisterCommand = (program, context) => {
  addOptions(program.command('execute'))
    .description(
      'execute a structured plan in this folder; run again, it continues where it stopped',
    )
    .action((file: string, options: Options) => executePlanFile(context, file, options));
};

function addOptions(command: Command): Command {
  return addConfigOptions(command)
    .argument('<plan>', 'a file with the plan as JSON')
    .addOption(single('--format <format>', 'how the report is written', Object.keys(planFormats)))
    .addOption(single('--output <file>', 'write the report to this file'))
    .option('--dry-run', 'check and draw the plan; nothing is run')
    .addOption(single('--budget <usd>', 'most dollars of this plan'))
    .addOption(single('--journal <folder>', 'the folder that keeps what is needed to continue'))
    .addOption(new Option('--undo', 'revert what the plan changed').conflicts('dryRun'));
}

async function executePlanFile(context: CliContext, file: string, options: Options): Promise<void> {
  const { budget, output } = options;
  const overrides =
    budget === undefined
      ? []
      : [{ path: 'execution.budgetUsd', text: budget, argument: '--budget' }];
  const loaded = readCommandConfig(context, { folder: context.cwd, options, overrides });
  const plan = await readPlanFile(context, file);
  if (loaded === undefined || plan === undefined) return;
  if (!(await canWriteReport(context, output))) return;
  if (options.dryRun === true) {
    const progress = newProgress(plan);
    const report = { schemaVersion: 1, outcome: 'planned', usd: 0, plan, progress } as const;
    return writePlanReport(context, report, options);
  }
  const done = await executeAlone(context, { plan, config: loaded.config, options });
  if (done.kind === 'refused') {
    return refuseCommand(context, `${file}: ${done.sentence}`);
  }
  const { plan: executed, result } = done.value;
  const { kind: outcome, progress, usd } = result;
  context.exitWith(exitOf[outcome]);
  await writePlanReport(
    context,
    { schemaVersion: 1, outcome, usd, plan: executed, progress },
    options,
  );
  const hint = hints[outcome];
  if (hint !== undefined) context.stderr.write(`${hint}\n`);
}

interface PlanToExecute {
  readonly plan: StructuredPlan;
  readonly config: PlanExecutor['config'];
  readonly options: Options;
}

/** Two plans in one folder would each count the changes of the other as its own. */
async function executeAlone(
  context: CliContext,
  { plan, config, options }: PlanToExecute,
): Promise<Outcome<ExecutedPlan>> {
  const { cwd, signal, stderr } = context;
  const host = openRepairHost({ ...context, output: stderr });
  const archive = openPlanArchive(host, { cwd, plan, journal: options.journal });
  const release = archive.hold();
  if (release === undefined) {
    const sentence = 'Another plan is being executed in this folder. Wait until it has ended.';
    return refuse('folder-in-use', sentence);
  }
  try {
    const asker = createTerminalAsker({ input: process.stdin, output: stderr });
    const watchOf = (of: StructuredPlan) => printSteps(context, of);
    const kept = { host, config, asker, plan, archive, signal, watchOf };
    return await (options.undo === true ? undoKept(kept) : executeKept(kept));
  } finally {
    await archive.tidy();
    release();
  }
}

async function writePlanReport(
  context: CliContext,
  report: PlanReport,
  options: Options,
): Promise<void> {
  const render = planFormats[options.format ?? 'human'];
  await writeReport(context, (look) => render(report, look), options.output);
}

const exitOf: Readonly<Record<PlanReport['outcome'], ExitCode>> = {
  planned: EXIT.ok,
  succeeded: EXIT.ok,
  failed: EXIT.findings,
  blocked: EXIT.toolFailure,
  stopped: EXIT.interrupted,
};

const hints: Partial<Record<PlanReport['outcome'], string>> = {
  blocked: 'Run the same command again at a terminal to answer; the plan continues from there.',
  stopped: 'Run the same command again; the plan continues where it stopped.',
};
