import { tableIn, valueIn } from '#base/data.ts';
import { folderOf, type RepositoryFacts, within } from '../facts.ts';
import { readHooks } from './hooks.ts';
import { readNoxCalls } from './nox-calls.ts';
import { readVariables, splitCommands, unknownPart, type Variables } from './shell-words.ts';
import {
  readHatch,
  readPyprojectTasks,
  readToxIni,
  readToxToml,
  type TaskText,
} from './task-texts.ts';
import { type BareCommand, unwrapRunner } from './unwrap-runner.ts';

/** A command by which the project runs a tool, read as data. */
export interface ProjectCommand extends BareCommand {
  /** Where it stands: `tox.ini [testenv:mypy]`. */
  readonly at: string;
  /** The folder from which it runs, relative to the repository. */
  readonly root: string;
  /** It judges what is about to be committed. */
  readonly isHook?: true;
  /** An expression of Python for the paths that the hook is not handed. */
  readonly leaves?: string;
}

/** Every command that the project's own files say to run, in the order of their paths. */
export function listProjectCommands(facts: RepositoryFacts): readonly ProjectCommand[] {
  const known = commandsOf.get(facts);
  if (known !== undefined) return known;
  const all = [...facts.manifests].flatMap(([path, data]) => readCommandsIn(path, data));
  const commands = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  commandsOf.set(facts, commands);
  return commands;
}

/** Every engine asks. */
const commandsOf = new WeakMap<RepositoryFacts, readonly ProjectCommand[]>();

/** A command in one line, as a person would type it. */
export function writeCommand({ tool, args }: BareCommand): string {
  const words = [tool, ...args].map((word) => word.replaceAll(unknownPart, '…'));
  return words.map((word) => (/[\s"'\\]/.test(word) ? JSON.stringify(word) : word)).join(' ');
}

function readCommandsIn(path: string, data: unknown): readonly ProjectCommand[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const folder = folderOf(path);
  if (name === '.pre-commit-config.yaml') {
    return readHooks(data).map((hook) => ({ ...hook, at: `${path} ${hook.at}`, root: folder }));
  }
  if (/(?:^|\/)\.github\/workflows\/[^/]+$/.test(path)) return readWorkflow(path, data);
  const text = valueIn(data, 'text');
  if (name === 'noxfile.py' && typeof text === 'string') {
    return readNoxCalls(text).flatMap((words) => commandAt({ at: path, root: folder }, words));
  }
  if (typeof text === 'string') return readScriptFile(path, text);
  return readTasks(name, data).flatMap(({ name: task, run }) =>
    readText({ at: `${path} ${task}`, root: folder }, run),
  );
}

function readTasks(name: string, data: unknown): readonly TaskText[] {
  if (name === 'tox.ini' || name === 'setup.cfg') return readToxIni(data);
  if (name === 'tox.toml') return readToxToml(data);
  if (name === 'pyproject.toml') return readPyprojectTasks(data);
  if (name === 'hatch.toml') return readHatch(data);
  if (name !== 'package.json') return [];
  return Object.entries(tableIn(data, 'scripts')).flatMap(([script, run]) =>
    typeof run === 'string' ? [{ name: `scripts.${script}`, run }] : [],
  );
}

interface CommandPlace {
  readonly at: string;
  readonly root: string;
}

/** Scripts of a folder of their own run from the folder above. */
function readScriptFile(path: string, text: string): readonly ProjectCommand[] {
  const isMake = /(?:^|\/)(?:GNUm|[Mm])akefile$|\.mk$/.test(path);
  const isJust = /(?:^|\/)\.?[Jj]ustfile$/.test(path);
  const folder = folderOf(path);
  const variables = readVariables(text);
  if (!isMake && !isJust) {
    const root = folder === '.' ? '.' : folderOf(folder);
    return readText({ at: path, root }, text, variables);
  }
  const joined = text.replaceAll(/\\\r?\n\s*/g, ' ');
  const recipes = joined.split('\n').filter((line) => /^\s/.test(line));
  const run = recipes.join('\n').replaceAll('$$', '$');
  const named = isJust ? run.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, '${$1}') : run;
  return readText({ at: path, root: folder }, named, variables);
}

function readWorkflow(path: string, data: unknown): readonly ProjectCommand[] {
  return Object.entries(tableIn(data, 'jobs')).flatMap(([job, body]) => {
    const steps = valueIn(body, 'steps');
    if (!Array.isArray(steps)) return [];
    return steps.flatMap((step: unknown) => {
      const run = valueIn(step, 'run');
      const folder = valueIn(step, 'working-directory') ?? '.';
      if (typeof run !== 'string' || typeof folder !== 'string') return [];
      return readText({ at: `${path} ${job}`, root: folder.replace(/^\.\/|\/$/g, '') || '.' }, run);
    });
  });
}

/** A text may change its folder on the way. */
function readText(
  place: CommandPlace,
  run: TaskText['run'],
  variables?: Variables,
): readonly ProjectCommand[] {
  if (typeof run !== 'string') return commandAt(place, run);
  let { root } = place;
  return splitCommands(run, variables).flatMap((words) => {
    const [first, to] = words;
    if (first === 'cd' && to !== undefined) {
      root = /^[./]+$|^\//.test(to) ? place.root : within(root, to.replace(/^\.\/|\/$/g, ''));
      return [];
    }
    return commandAt({ ...place, root }, words);
  });
}

function commandAt(place: CommandPlace, words: readonly string[]): readonly ProjectCommand[] {
  const bare = unwrapRunner(words);
  return bare === undefined ? [] : [{ ...bare, ...place }];
}
