import { reportFormats } from '#report/formats.ts';
import { reportCheck } from '#check/run-check.ts';
import { buildCheckDeps, buildCheckInput } from '#check/check-input.ts';
import { openEngineHost } from '#local/engine-host.ts';
import { openKeptChecks } from '#local/kept-checks.ts';
import { createLocalBaselineReader } from '#local/records.ts';
import { addReportOptions, addScopeOptions, toOverrides } from '../check/options.ts';
import { prepareInstalled, type CheckSetupOptions } from '../check/set-up.ts';
import type { CheckCommand } from '../check/prepare.ts';
import { createCheckProgress } from '../check/progress.ts';
import { canWriteReport, writeReport } from '../check/write-report.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { readOwnVersion } from '#local/version.ts';

/** `ratchetr check`: runs the quality tools of this repository and says what is new. */
export const register: RegisterCommand = (program, context) => {
  addReportOptions(addScopeOptions(program.command('check')))
    .option('--setup', 'install the project first, as `ratchetr plan` says')
    .description('run the quality tools of this repository and report what is new')
    .action((paths: readonly string[], options: CheckSetupOptions) =>
      check(context, paths, options),
    );
};

async function check(
  context: CliContext,
  paths: readonly string[],
  options: CheckSetupOptions,
): Promise<void> {
  const { signal, env, stderr } = context;
  const progress = createCheckProgress({
    output: stderr,
    clock: context.system.clock,
    signal,
    env,
  });
  const host = openEngineHost({ ...context, output: progress.output, keepsState: true });
  const overrides: CheckCommand['overrides'] = (fromTop) => toOverrides(options, fromTop);
  const command = { options, overrides, paths };
  const prepared = await prepareInstalled(context, host, command);
  if (prepared === undefined) return;
  const { repository, unreadable, absent, unjudged, schedule, config } = prepared;
  const { format, output } = config.check;
  if (!(await canWriteReport(context, output))) return;
  try {
    const deps = {
      ...buildCheckDeps(host, prepared, createLocalBaselineReader(host.clock, repository)),
      progress,
    };
    const kept = openKeptChecks(host, env, repository);
    const evidence = kept?.evidence;
    const input = { ...(await buildCheckInput(host, prepared, signal)), evidence };
    const { problems } = schedule;
    const run = kept && host.ids.runId();
    const told = { ratchetr: readOwnVersion(), unreadable, absent, unjudged, problems };
    const report = await reportCheck(deps, { input, ...told, ...(run && { run }) });
    await kept?.keep(report);
    progress.stop();
    context.exitWith(report.exit);
    await writeReport(context, (look) => reportFormats[format](report, look), output);
  } finally {
    progress.stop();
  }
}
