import { realpathSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { createRepository } from '#adapters/files/repository.ts';
import type { ConfigOutcome } from '#config/load.ts';
import type { RepositoryFacts } from '#domain/repository/facts.ts';
import type { RequestedMode } from '#domain/scope/schedule.ts';
import { engines } from '#engines/registry.ts';
import type { Repository } from '#ports/repository.ts';
import type { CliContext } from '../context.ts';
import { addConfigOptions, type ConfigOptions, readConfig } from '../read-config.ts';
import { planCheck, type PlannedCheck } from './plan-check.ts';

export interface CheckOptions extends ConfigOptions {
  readonly mode: RequestedMode;
  readonly engine: readonly string[];
}

export interface PreparedCheck extends PlannedCheck {
  readonly config: Extract<ConfigOutcome, { readonly kind: 'ok' }>['config'];
  /** Absolute path. */
  readonly repository: string;
  readonly facts: RepositoryFacts;
  readonly sources: Repository;
  /** Manifests that could not be read. */
  readonly unreadable: number;
}

/** What every command that plans engines takes. */
export function addCheckOptions(command: Command): Command {
  return addConfigOptions(command)
    .argument('[paths...]', 'what to judge; default: the configured scope')
    .addOption(
      new Option('--mode <mode>', 'the paths given here, the whole scope, or both')
        .choices(['current', 'target', 'both'])
        .default('both'),
    )
    .option(
      '--engine <id>',
      'only this engine; may be repeated',
      (id: string, earlier: readonly string[]) => [...earlier, id],
      [],
    );
}

/** Reads configuration and repository and plans; nothing of the repository is run. */
export async function prepareCheck(
  context: CliContext,
  paths: readonly string[],
  options: CheckOptions,
): Promise<PreparedCheck | undefined> {
  const loaded = readConfig(context, options);
  if (loaded === undefined) return undefined;
  const repository = realpathSync(context.cwd);
  const sources = createRepository({ env: context.env });
  const { facts, problems } = await sources.read(repository);
  for (const problem of problems) context.stderr.write(`${problem}\n`);
  const { mode, engine: only } = options;
  const planned = planCheck(loaded, { facts, engines }, { paths, mode, only, repository });
  const { config } = loaded;
  return { ...planned, config, repository, facts, sources, unreadable: problems.length };
}
