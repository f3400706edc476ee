import { Option } from 'commander';
import { createScratch } from '#adapters/files/scratch.ts';
import { createProcesses } from '#adapters/process/processes.ts';
import { systemClock } from '#adapters/system/clock.ts';
import { systemHash } from '#adapters/system/hash.ts';
import { createIds } from '#adapters/system/ids.ts';
import { createTextLog } from '#adapters/system/text-log.ts';
import { exitCodeOf } from '#domain/outcome/exit-code.ts';
import { hasDiagnostics, hasFailures } from '#domain/outcome/failures.ts';
import { engines } from '#engines/registry.ts';
import { type CheckedEngine, checkRepository } from '#steps/check-repository.ts';
import {
  addCheckOptions,
  type CheckOptions,
  prepareCheck,
  type PreparedCheck,
} from '../check/prepare.ts';
import { type CheckResult, printHuman } from '../check/print.ts';
import { findPrograms } from '../check/programs.ts';
import type { CliContext, RegisterCommand } from '../context.ts';

interface Options extends CheckOptions {
  readonly format: 'human' | 'json';
}

/** `ratchetr check`: runs the quality tools of this repository and says what they found. */
export const register: RegisterCommand = (program, context) => {
  addCheckOptions(program.command('check'))
    .description('run the quality tools of this repository and report what they find')
    .addOption(new Option('--format <format>').choices(['human', 'json']).default('human'))
    .action(async (paths: readonly string[], options: Options) => {
      const prepared = await prepareCheck(context, paths, options);
      if (prepared === undefined) return;
      const checked = await run(context, prepared);
      const { schedule, absent } = prepared;
      const result = { checked, problems: schedule.problems, absent };
      context.stdout.write(options.format === 'json' ? asJson(result) : printHuman(result));
      setExitCode(context, result, prepared);
    });
};

async function run(
  context: CliContext,
  prepared: PreparedCheck,
): Promise<readonly CheckedEngine[]> {
  const { repository, facts, sources, schedule, config } = prepared;
  const { tools, timeouts, workers } = config;
  const programOf = await findPrograms(
    { repository, facts, tools, bins: sources, node: process.execPath },
    schedule,
    engines,
  );
  return checkRepository(
    {
      processes: createProcesses({ clock: systemClock, parentEnv: context.env }),
      scratch: createScratch(),
      clock: systemClock,
      ids: createIds({ clock: systemClock }),
      hash: systemHash,
      sources,
      log: createTextLog({ clock: systemClock, output: context.stderr }, { level: 'warn' }),
    },
    {
      repository,
      schedule,
      engines: new Map(engines.map((engine) => [engine.id, engine])),
      programOf,
      timeoutOf: (id) => config.engines[id]?.timeout ?? timeouts.engine,
      parallel: workers.max,
      signal: context.signal,
    },
  );
}

function asJson(result: CheckResult): string {
  const outcomes = result.checked.map(({ outcome }) => outcome);
  const json = {
    schemaVersion: 1,
    has_failures: hasFailures(outcomes),
    has_diagnostics: hasDiagnostics(outcomes),
    ...result,
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

function setExitCode(
  { signal, exitWith }: CliContext,
  { checked, problems }: CheckResult,
  { unreadable }: PreparedCheck,
): void {
  const outcomes = checked.map(({ outcome }) => outcome);
  exitWith(
    exitCodeOf({
      interrupted: signal.aborted,
      usageProblems: problems.length + unreadable,
      outcomes,
      degraded: checked.filter(({ degraded }) => degraded).length,
      onDegraded: 'fail',
      // Nothing is tolerated yet: without a baseline every finding is new.
      newFindings: outcomes.reduce((sum, { findings }) => sum + findings, 0),
      regressions: 0,
    }),
  );
}
