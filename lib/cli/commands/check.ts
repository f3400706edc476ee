import { realpathSync } from 'node:fs';
import { Option } from 'commander';
import { createRepository } from '#adapters/files/repository.ts';
import { createScratch } from '#adapters/files/scratch.ts';
import { createProcesses } from '#adapters/process/processes.ts';
import { systemClock } from '#adapters/system/clock.ts';
import { systemHash } from '#adapters/system/hash.ts';
import { createIds } from '#adapters/system/ids.ts';
import { createTextLog } from '#adapters/system/text-log.ts';
import { exitCodeOf } from '#domain/outcome/exit-code.ts';
import { hasDiagnostics, hasFailures } from '#domain/outcome/failures.ts';
import type { RequestedMode } from '#domain/scope/schedule.ts';
import { engines } from '#engines/registry.ts';
import { checkRepository } from '#steps/check-repository.ts';
import { planCheck } from '../check/plan-check.ts';
import { type CheckResult, printHuman } from '../check/print.ts';
import { findPrograms } from '../check/programs.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { addConfigOptions, type ConfigOptions, readConfig } from '../read-config.ts';

interface Options extends ConfigOptions {
  readonly mode: RequestedMode;
  readonly engine: readonly string[];
  readonly format: 'human' | 'json';
}

/** `ratchetr check`: runs the quality tools of this repository and says what they found. */
export const register: RegisterCommand = (program, context) => {
  addConfigOptions(program.command('check'))
    .description('run the quality tools of this repository and report what they find')
    .argument('[paths...]', 'what to judge; default: the configured scope')
    .addOption(
      new Option('--mode <mode>', 'paths given here, the whole scope, or both')
        .choices(['current', 'target', 'both'])
        .default('both'),
    )
    .option(
      '--engine <id>',
      'only this engine; may be repeated',
      (id: string, earlier: readonly string[]) => [...earlier, id],
      [],
    )
    .addOption(new Option('--format <format>').choices(['human', 'json']).default('human'))
    .action((paths: readonly string[], options: Options) => check(context, paths, options));
};

async function check(
  context: CliContext,
  paths: readonly string[],
  options: Options,
): Promise<void> {
  const loaded = readConfig(context, options);
  if (loaded === undefined) return;
  const repository = realpathSync(context.cwd);
  const sources = createRepository({ env: context.env });
  const { facts, problems } = await sources.read(repository);
  for (const problem of problems) context.stderr.write(`${problem}\n`);
  const { mode, engine: only } = options;
  const { schedule, absent } = planCheck(
    loaded,
    { facts, engines },
    { paths, mode, only, repository },
  );
  const { tools, timeouts, workers } = loaded.config;
  const programOf = await findPrograms(
    { repository, facts, tools, bins: sources, node: process.execPath },
    schedule,
    engines,
  );
  const checked = await checkRepository(
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
      timeoutOf: (id) => loaded.config.engines[id]?.timeout ?? timeouts.engine,
      parallel: workers.max,
      signal: context.signal,
    },
  );
  const result = { checked, problems: schedule.problems, absent };
  report(context, result, { ...options, unreadable: problems.length });
}

function report(
  context: CliContext,
  result: CheckResult,
  { format, unreadable }: Pick<Options, 'format'> & { readonly unreadable: number },
): void {
  const outcomes = result.checked.map(({ outcome }) => outcome);
  const json = {
    schemaVersion: 1,
    has_failures: hasFailures(outcomes),
    has_diagnostics: hasDiagnostics(outcomes),
    ...result,
  };
  context.stdout.write(
    format === 'json' ? `${JSON.stringify(json, null, 2)}\n` : printHuman(result),
  );
  context.exitWith(
    exitCodeOf({
      interrupted: context.signal.aborted,
      usageProblems: result.problems.length + unreadable,
      outcomes,
      degraded: 0,
      onDegraded: 'fail',
      newFindings: outcomes.reduce((sum, { findings }) => sum + findings, 0),
      regressions: 0,
    }),
  );
}
