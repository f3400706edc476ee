import { readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { listPackageFaults } from '#engines/check-package.ts';
import { createEnginePackages } from '#platform/files/engine-packages.ts';
import { buildCheckInput } from '#check/check-input.ts';
import { tryEngines } from '#check/try-engines.ts';
import type { Engine } from '#engines/contract.ts';
import { engines } from '#engines/registry.ts';
import { openEngineHost } from '#local/engine-host.ts';
import { openKeptChecks } from '#local/kept-checks.ts';
import { EXIT } from '#local/exit-codes.ts';
import { describeHealth } from '#report/human/engine-health.ts';
import { describeTriedEngine } from '#report/human/tried-engine.ts';
import { toOverrides } from '../check/options.ts';
import { prepareCommand } from '../check/prepare.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { addConfigOptions, type ConfigOptions } from '../read-config.ts';

interface EnginesOptions extends ConfigOptions {
  readonly try?: string;
  readonly checkPlugin?: string;
}

/** `ratchetr engines`: lists the engines that come with Ratchetr, or tries one of them here, or one of a package. */
export const register: RegisterCommand = (program, context) => {
  addConfigOptions(program.command('engines'))
    .description('list the engines that come with Ratchetr, or try one here')
    .argument('[paths...]', 'what the tried engine judges, or what the tool of a package printed')
    .option('--try <id>', 'run this engine here, and say what was understood of it')
    .option(
      '--check-plugin <package>',
      'say whether a package that holds an engine keeps the contract',
    )
    .action(async (paths: readonly string[], options: EnginesOptions) => {
      if (options.checkPlugin !== undefined) {
        return checkPackage(context, options.checkPlugin, paths);
      }
      if (options.try === undefined) await listEngines(context);
      else await tryOne(context, { paths, options, id: options.try });
    });
};

async function listEngines(context: CliContext): Promise<void> {
  const { stdout } = context;
  const width = Math.max(...engines.map(({ id }) => id.length));
  for (const { id, title, scope, fix, versions, loads } of engines) {
    const fixes = fix === undefined ? '' : ', can fix';
    const tested = versions === undefined ? '' : `, tested with ${versions.tested.join(', ')}`;
    stdout.write(
      `${id.padEnd(width)}  ${title} (${scope}${fixes}), executes ${executedWords(loads)}${tested}\n`,
    );
  }
  const { history } = openEngineHost({ ...context, output: context.stderr });
  const top = await history.topOf(realpathSync(context.cwd));
  if (top.kind === 'refused' || top.value === undefined) return;
  const last = await openKeptChecks(context.system, context.env, top.value)?.loadLast();
  for (const line of last === undefined ? [] : describeHealth(last)) stdout.write(`${line}\n`);
}

function executedWords(loads: Engine['loads']): string {
  if (loads === 'nothing') return 'nothing of the repository';
  return loads === 'everything' ? 'code of the repository' : loads.by;
}

interface Trial {
  readonly paths: readonly string[];
  readonly options: EnginesOptions;
  readonly id: string;
}

async function tryOne(context: CliContext, { paths, options, id }: Trial): Promise<void> {
  const { stdout, stderr, signal } = context;
  const host = openEngineHost({ ...context, output: stderr });
  const mode = paths.length > 0 ? 'current' : 'target';
  const overrides = (fromTop: Parameters<typeof toOverrides>[1]) =>
    toOverrides({ ...options, engine: [id], mode }, fromTop);
  const prepared = await prepareCommand(context, host, { options, overrides, paths });
  if (prepared === undefined) return;
  const { schedule, absent } = prepared;
  for (const { message } of schedule.problems) stdout.write(`${message}\n`);
  for (const { engine, because } of absent) stdout.write(`${engine}: nothing; ${because}\n`);
  const tried = await tryEngines(host, await buildCheckInput(host, prepared, signal));
  for (const one of tried) stdout.write(`${describeTriedEngine(one).join('\n')}\n`);
  if (schedule.problems.length > 0) context.exitWith(EXIT.usage);
  else if (tried.length === 0) context.exitWith(EXIT.nothingJudged);
  else if (tried.some(({ outcome }) => outcome.error !== null)) context.exitWith(EXIT.toolFailure);
}

/** The author of an engine has it in the folder of work, where nothing else of ours is loaded from. */
async function checkPackage(
  context: CliContext,
  name: string,
  outputs: readonly string[],
): Promise<void> {
  const loaded = await createEnginePackages(context.cwd).load(name);
  const samples = outputs.map((path) => ({
    name: path,
    text: readFileSync(resolve(context.cwd, path), 'utf8'),
  }));
  const faults =
    loaded.kind === 'refused' ? [loaded.sentence] : listPackageFaults(loaded.value, samples);
  const told = faults.map((fault) => `${fault}\n`).join('');
  context.stdout.write(told || `${name} keeps the contract.\n`);
  if (faults.length > 0) context.exitWith(EXIT.usage);
}
