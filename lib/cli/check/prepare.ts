import { resolve } from 'node:path';
import { prepareCheck, type PreparedCheck } from '#check/prepare/prepare-check.ts';
import type { EngineHost } from '#check/needs/engine-host.ts';
import type { Override } from '#config/command-line-source.ts';
import type { CliContext } from '../context.ts';
import { settingsFile } from '#model/own-files.ts';
import { type LocatedRepository, locateRepository } from '../locate-repository.ts';
import { type ConfigOptions, readCommandConfig } from '../read-config.ts';
import { valueOrRefusal } from '../refusal.ts';

export interface CheckCommand {
  readonly options: ConfigOptions;
  /** The settings that the options stand for, with paths as seen from the top. */
  readonly overrides: (fromTop: LocatedRepository['fromTop']) => readonly Override[];
  readonly paths?: readonly string[];
}

export type PreparedCommand = PreparedCheck & LocatedRepository;

/** Prepares what a command line asks for in the current folder; undefined: something is wrong with it, and the person has been told. */
export async function prepareCommand(
  context: CliContext,
  host: EngineHost,
  { options, overrides, paths = [] }: CheckCommand,
): Promise<PreparedCommand | undefined> {
  const located = await locateRepository(context, host.history);
  if (located === undefined) return undefined;
  const { repository, fromTop } = located;
  const asked = { folder: repository, options, overrides: overrides(fromTop) };
  const settings = readCommandConfig(context, asked);
  if (settings === undefined) return undefined;
  const { config } = options;
  const configFile = config === undefined ? settingsFile : resolve(context.cwd, config);
  const wanted = { repository, settings, configFile, paths: paths.map(fromTop) };
  const prepared = valueOrRefusal(context, await prepareCheck(host, wanted));
  for (const warning of prepared?.warnings ?? []) context.stderr.write(`${warning}\n`);
  return prepared && { ...prepared, ...located };
}
