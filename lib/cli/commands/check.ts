import { reportFormats } from '#report/formats.ts';
import { reportCheck } from '#check/run-check.ts';
import { buildCheckDeps, buildCheckInput } from '#check/check-input.ts';
import { openEngineHost } from '#local/engine-host.ts';
import { createLocalBaselineReader } from '#local/records.ts';
import {
  addReportOptions,
  addScopeOptions,
  type CheckOptions,
  toOverrides,
} from '../check/options.ts';
import { prepareCommand } from '../check/prepare.ts';
import { createCheckProgress } from '../check/progress.ts';
import { canWriteReport, writeReport } from '../check/write-report.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { readOwnVersion } from '#local/version.ts';

/** `ratchetr check`: runs the quality tools of this repository and says what is new. */
export const register: RegisterCommand = (program, context) => {
  addReportOptions(addScopeOptions(program.command('check')))
    .description('run the quality tools of this repository and report what is new')
    .action((paths: readonly string[], options: CheckOptions) => check(context, paths, options));
};

async function check(
  context: CliContext,
  paths: readonly string[],
  options: CheckOptions,
): Promise<void> {
  const { signal, env, stderr } = context;
  const progress = createCheckProgress({
    output: stderr,
    clock: context.system.clock,
    signal,
    env,
  });
  const host = openEngineHost({ ...context, output: progress.output });
  const wanted = { options, overrides: toOverrides(options), paths };
  const prepared = await prepareCommand(context, host, wanted);
  if (prepared === undefined) return;
  const { repository, unreadable, absent, schedule, config } = prepared;
  const { format, output } = config.check;
  if (!(await canWriteReport(context, output))) return;
  try {
    const deps = {
      ...buildCheckDeps(host, prepared, createLocalBaselineReader(host.clock, repository)),
      progress,
    };
    const input = await buildCheckInput(host, prepared, signal);
    const told = { ratchetr: readOwnVersion(), unreadable, absent, problems: schedule.problems };
    const report = await reportCheck(deps, { input, ...told });
    progress.stop();
    context.exitWith(report.exit);
    await writeReport(context, (look) => reportFormats[format](report, look), output);
  } finally {
    progress.stop();
  }
}
