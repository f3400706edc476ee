import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { errorCode } from '#base/errors.ts';
import type { Override } from '#config/command-line-source.ts';
import { type ConfigOutcome, loadConfig } from '#config/load.ts';
import { settingsFile } from '#model/own-files.ts';
import { formatProblem } from '#config/problems.ts';
import type { CliContext } from './context.ts';
import { refuseCommand } from './refusal.ts';

export interface ConfigOptions {
  readonly config?: string;
  readonly set: readonly string[];
}

type Loaded = Extract<ConfigOutcome, { readonly kind: 'ok' }>;

/** Options that every command with a configuration takes. */
export function addConfigOptions(command: Command): Command {
  return command
    .option('--config <file>', `configuration file (default: ${settingsFile}, if there is one)`)
    .option(
      '--set <path=value>',
      'one setting, such as limits.maxFilesChanged=3; may be repeated',
      (setting: string, earlier: readonly string[]) => [...earlier, setting],
      [],
    );
}

interface ConfigRequest {
  /** Where the usual file lies. */
  readonly folder: string;
  readonly options: ConfigOptions;
  readonly overrides?: readonly Override[];
}

/** Reads all sources; when anything is wrong it prints every problem, sets the exit code and returns nothing. */
export function readCommandConfig(
  context: CliContext,
  { folder, options, overrides = [] }: ConfigRequest,
): Loaded | undefined {
  const file = readSettingsFile(context, folder, options);
  if (file === undefined) return undefined;
  const outcome = loadConfig({
    ...(file.text !== undefined && { file: { name: file.name, text: file.text } }),
    env: context.env,
    overrides: [...overrides, ...options.set.map(toOverride)],
  });
  if (outcome.kind === 'ok') return outcome;
  refuseCommand(context, outcome.problems.map(formatProblem).join('\n'));
  return undefined;
}

interface ConfigFile {
  readonly name: string;
  /** Absent when there is no file and none was asked for. */
  readonly text?: string;
}

function readSettingsFile(
  context: CliContext,
  folder: string,
  { config }: ConfigOptions,
): ConfigFile | undefined {
  const name = config ?? settingsFile;
  const path = config === undefined ? join(folder, name) : resolve(context.cwd, name);
  try {
    return { name, text: readFileSync(path, 'utf8') };
  } catch (error) {
    const absent = errorCode(error) === 'ENOENT';
    if (absent && config === undefined) return { name };
    const reason = absent ? 'there is no such file' : String(error);
    refuseCommand(context, `${name}: ${reason}; name a file that can be read`);
    return undefined;
  }
}

function toOverride(setting: string): Override {
  const [path = '', ...text] = setting.split('=');
  return { path, text: text.join('=') };
}
