import { systemClock } from '#platform/system/clock.ts';
import { reportFormats } from '#report/formats.ts';
import { reportCheck } from '#check/run-check.ts';
import { checkInput, createCheckDeps } from '../check/deps.ts';
import {
  addReportOptions,
  addScopeOptions,
  type CheckOptions,
  toOverrides,
} from '../check/options.ts';
import { prepareCheck, type PreparedCheck } from '../check/prepare.ts';
import { createProgress } from '../check/progress.ts';
import { canWriteReport, writeReport } from '../check/write-report.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { readVersion } from '../version.ts';

/** `ratchetr check`: runs the quality tools of this repository and says what is new. */
export const register: RegisterCommand = (program, context) => {
  addReportOptions(addScopeOptions(program.command('check')))
    .description('run the quality tools of this repository and report what is new')
    .action(async (paths: readonly string[], options: CheckOptions) => {
      const prepared = await prepareCheck(context, paths, {
        options,
        overrides: toOverrides(options),
      });
      if (prepared === undefined) return;
      const { format, output } = prepared.config.check;
      if (!(await canWriteReport(context, output))) return;
      const report = await runCheck(context, prepared);
      context.exitWith(report.exit);
      await writeReport(context, (look) => reportFormats[format](report, look), output);
    });
};

async function runCheck(context: CliContext, prepared: PreparedCheck) {
  const { signal, env, stderr } = context;
  const progress = createProgress({ output: stderr, clock: systemClock, signal, env });
  try {
    const deps = createCheckDeps({ ...context, stderr: progress.output }, prepared);
    const input = await checkInput(context, prepared);
    const { unreadable, absent, schedule } = prepared;
    const told = { ratchetr: readVersion(), unreadable, absent, problems: schedule.problems };
    return await reportCheck({ ...deps, progress }, { input, ...told });
  } finally {
    progress.stop();
  }
}
