import type { Command } from 'commander';
import type { Override } from '#config/command-line-source.ts';
import { formatPath } from '#config/paths.ts';
import type { LocatedRepository } from '../locate-repository.ts';
import { addConfigOptions, type ConfigOptions } from '../read-config.ts';
import {
  collectValues,
  collectArguments,
  collectConfigs,
  single,
  splitAtSign,
} from './option-values.ts';

/** The options of commands that run engines. Each is the setting of the same name, for one run. */
export interface EngineOptions extends ConfigOptions {
  readonly engine?: readonly string[];
  readonly engineConfig?: readonly string[];
  readonly engineArg?: readonly string[];
  readonly profile?: string;
  /** False for `--no-cache`. */
  readonly cache?: boolean;
}

export interface CheckOptions extends EngineOptions {
  readonly mode?: string;
  readonly base?: string;
  readonly changed?: boolean;
  readonly format?: string;
  readonly output?: string;
}

export function addEngineOptions(command: Command): Command {
  return addConfigOptions(command)
    .option('--engine <id>', 'only this engine; may be repeated', collectValues)
    .option(
      '--engine-config <id=path>',
      'the configuration of an engine; may be repeated',
      collectConfigs,
    )
    .option(
      '--engine-arg <id=arg>',
      'an additional argument of an engine; may be repeated',
      collectArguments,
    )
    .addOption(single('--profile <name>', 'the profile to use'))
    .option('--no-cache', 'run every engine; use no cached results');
}

/** The options of commands that choose what to judge. */
export function addScopeOptions(command: Command): Command {
  return addEngineOptions(command)
    .argument('[paths...]', 'what to judge; default: the configured scope')
    .addOption(single('--mode <mode>', 'the paths given here, the whole scope, or both', modes))
    .option(
      '--changed',
      'judge what differs from the base; with --mode both, the whole scope as well',
    )
    .addOption(single('--base <ref>', 'compare with the merge base of this ref; default: HEAD'));
}

export function addReportOptions(command: Command): Command {
  return command
    .addOption(single('--format <format>', 'how the report is written', formats))
    .addOption(single('--output <file>', 'write the report to this file'));
}

const modes = ['current', 'target', 'both'];
const formats = ['human', 'json', 'sarif', 'junit', 'markdown', 'html'];

/** Turns the options of one command line into settings. */
export function toOverrides(
  options: CheckOptions,
  fromTop: LocatedRepository['fromTop'],
): readonly Override[] {
  const { engine, engineConfig = [], engineArg = [], cache, changed } = options;
  const told = singles.flatMap(([name, path]) => {
    const value = options[name];
    return value === undefined ? [] : [{ path, text: value, argument: `--${name}` }];
  });
  return [
    ...told.map((one) => ({ ...one, text: JSON.stringify(one.text) })),
    ...(engine === undefined ? [] : [listOverride('check.engines', engine, '--engine')]),
    ...(cache === false ? [{ path: 'check.cache', text: 'false', argument: '--no-cache' }] : []),
    ...(changed === true ? [{ path: 'check.changed', text: 'true', argument: '--changed' }] : []),
    ...engineConfig.map((text) => {
      const [id, path] = splitAtSign(text);
      return {
        path: formatPath(['check', 'engineConfig', id]),
        text: JSON.stringify(fromTop(path)),
        argument: `--engine-config ${text}`,
      };
    }),
    ...argumentsById(engineArg).map(([id, args]) =>
      listOverride(formatPath(['check', 'engineArgs', id]), args, `--engine-arg ${id}`),
    ),
  ];
}

const singles = [
  ['mode', 'check.mode'],
  ['base', 'check.base'],
  ['format', 'check.format'],
  ['output', 'check.output'],
  ['profile', 'profile'],
] as const;

function listOverride(path: string, values: readonly string[], argument: string): Override {
  return { path, text: JSON.stringify(values), argument };
}

function argumentsById(all: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  const byId = new Map<string, string[]>();
  for (const text of all) {
    const [id, argument] = splitAtSign(text);
    byId.set(id, [...(byId.get(id) ?? []), argument]);
  }
  return [...byId];
}
