import { realpathSync } from 'node:fs';
import { prepareCheck, type PreparedCheck } from '#check/prepare/prepare-check.ts';
import type { EngineHost } from '#check/needs/engine-host.ts';
import type { Override } from '#config/command-line-source.ts';
import type { CliContext } from '../context.ts';
import { settingsFile } from '#config/own-files.ts';
import { type ConfigOptions, readCommandConfig } from '../read-config.ts';
import { valueOrRefusal } from '../refusal.ts';

export interface CheckCommand {
  readonly options: ConfigOptions;
  /** The settings that the options stand for. */
  readonly overrides: readonly Override[];
  readonly paths?: readonly string[];
}

/** Prepares what a command line asks for in the current folder; undefined: something is wrong with it, and the person has been told. */
export async function prepareCommand(
  context: CliContext,
  host: EngineHost,
  { options, overrides, paths = [] }: CheckCommand,
): Promise<PreparedCheck | undefined> {
  const settings = readCommandConfig(context, options, overrides);
  if (settings === undefined) return undefined;
  const configFile = options.config ?? settingsFile;
  const wanted = { repository: realpathSync(context.cwd), settings, configFile, paths };
  const prepared = valueOrRefusal(context, await prepareCheck(host, wanted));
  for (const warning of prepared?.warnings ?? []) context.stderr.write(`${warning}\n`);
  return prepared;
}
