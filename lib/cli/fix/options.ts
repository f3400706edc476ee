import type { Command } from 'commander';
import type { Override } from '#config/command-line-source.ts';
import type { RunFormat } from '#report/run/formats.ts';
import { collectValues, single } from '../check/option-values.ts';
import type { LocatedRepository } from '../locate-repository.ts';
import { addEngineOptions, type EngineOptions, toOverrides } from '../check/options.ts';

export interface FixOptions extends EngineOptions {
  readonly agent?: readonly string[];
  readonly maxWorkers?: string;
  readonly budget?: string;
  readonly base?: string;
  readonly merge?: string;
  readonly review?: string;
  readonly branch?: string;
  readonly apply?: true;
  readonly dryRun?: true;
  readonly resume?: string;
  readonly format?: RunFormat;
  readonly output?: string;
}

export function addFixOptions(command: Command): Command {
  return addEngineOptions(command)
    .argument('[paths...]', 'repair only what lies here; all of the scope is judged')
    .option(
      '--agent <id>',
      'an agent that repairs; may be repeated, the preferred one first',
      collectValues,
    )
    .addOption(single('--max-workers <number>', 'most tasks worked on at once'))
    .addOption(single('--budget <usd>', 'most dollars of this run'))
    .addOption(single('--base <ref>', 'compare with the merge base of this ref; default: HEAD'))
    .addOption(single('--merge <ref>', 'merge this first; conflicts are a task'))
    .addOption(single('--review <file>', 'review comments to address, as JSON'))
    .addOption(single('--branch <name>', 'put the result on a new branch').conflicts('apply'))
    .option('--apply', 'put the result into the work tree')
    .option('--dry-run', 'list the tasks that would be worked on; repair nothing')
    .addOption(
      single('--resume <run>', 'continue a run that was interrupted').conflicts([
        'dryRun',
        'merge',
        'review',
        'branch',
      ]),
    )
    .addOption(
      single('--format <format>', 'how the report is written', [
        'human',
        'json',
        'markdown',
        'html',
      ]),
    )
    .addOption(single('--output <file>', 'write the report to this file'));
}

/** Turns the options of one command line into settings. */
export function fixOverrides(
  options: FixOptions,
  fromTop: LocatedRepository['fromTop'],
): readonly Override[] {
  const { agent, format: _, output: __, ...engines } = options;
  return [
    ...toOverrides({ ...engines, mode: 'target' }, fromTop),
    ...(agent === undefined
      ? []
      : [{ path: 'agents.order', text: JSON.stringify(agent), argument: '--agent' }]),
  ];
}
