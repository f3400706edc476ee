import type { EngineHost } from '#check/needs/engine-host.ts';
import { planSetup } from '#check/rules/repository/setup.ts';
import { runSetupCommands } from '#check/run-setup.ts';
import { EXIT } from '#local/exit-codes.ts';
import type { CliContext } from '../context.ts';
import { refuseCommand } from '../refusal.ts';
import type { CheckOptions } from './options.ts';
import { type CheckCommand, prepareCommand, type PreparedCommand } from './prepare.ts';

export interface CheckSetupOptions extends CheckOptions {
  readonly setup?: true;
}

interface SetupCommandLine extends CheckCommand {
  readonly options: CheckSetupOptions;
}

/** Prepares a check, and before that, where a person asks for it, installs the project as its files say. */
export async function prepareInstalled(
  context: CliContext,
  host: EngineHost,
  command: SetupCommandLine,
): Promise<PreparedCommand | undefined> {
  const prepared = await prepareCommand(context, host, command);
  if (prepared === undefined || command.options.setup !== true) return prepared;
  const { repository, facts, schedule, config } = prepared;
  const roots = schedule.entries.map(({ plan }) => plan.root);
  const commands = planSetup(facts, { roots, configured: config.setup });
  for (const { run } of commands) host.tell(`setup: ${run.join(' ')}`);
  const { signal } = context;
  const { outcome, log } = await runSetupCommands(host, { repository, commands, signal });
  if (outcome.kind === 'ready') return prepareCommand(context, host, command);
  context.stderr.write(`${log}\n`);
  refuseCommand(context, outcome.sentence, EXIT.toolFailure);
  return undefined;
}
