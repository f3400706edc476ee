import { basename, dirname, isAbsolute } from 'node:path';
import * as z from 'zod';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { CommandSpec } from '#model/validation.ts';
import { unmaskFolder } from '#check/rules/outcome/movable.ts';
import { upward, within } from '#check/rules/repository/facts.ts';
import { programOfScript } from '#check/rules/repository/program.ts';
import { assignments, shellLine } from './rules/tasks/shell-line.ts';
import {
  type CopyPlace,
  pathInCopy,
  type StartedTool,
  toolStarts,
  typedIn,
} from './rules/tasks/tool-starts.ts';
import type { CheckInput } from '#check/check-repository.ts';
import { buildToolEnvironment } from '#check/run-tool.ts';
import {
  commandStarter,
  type ProgramSources,
  findPythonEnvironment,
} from '#check/programs/programs.ts';
import type { JudgingCommands } from './rules/tasks/agent-request.ts';

export interface ToolsWanted {
  /** How the engines run that judge. */
  readonly plans: readonly EnginePlan[];
  /** The engine of the task. */
  readonly tool: string;
  readonly commands: readonly CommandSpec[];
  /** The folder in which the agent works, absolute. */
  readonly copy: string;
  /** What it has from the repository beside its tree, relative to it. */
  readonly links: readonly string[];
}

/** What judges, as an agent can start it in its copy. */
export interface AgentTools extends JudgingCommands {
  /** Folders that stand first on its path. */
  readonly path: readonly string[];
  /** Variables that it is judged with. */
  readonly env: Readonly<Record<string, string>>;
}

type Argv = readonly [string, ...string[]];
type Variables = Readonly<Record<string, string>>;

interface Known extends Pick<CheckInput, 'engines' | 'inFolder' | 'programOf' | 'variablesOf'> {
  readonly sources: Omit<ProgramSources, 'tools'>;
}

/** Tells an agent how what judges its task is started from its copy: by the programs that start it here. */
export function createToolsFor(services: Known): (wanted: ToolsWanted) => Promise<AgentTools> {
  return async (wanted) => {
    const { plans, tool, copy, links } = wanted;
    const known = inCopy(services, copy);
    const commands = wanted.commands.map((command) => ({
      ...command,
      args: command.args.map((word) => unmaskFolder(word, copy)),
    }));
    const place = { repository: known.sources.repository, copy, links };
    const runs = await Promise.all(plans.map((plan) => startedTool(known, plan)));
    const roots = [
      ...new Set([...commands.map(({ cwd }) => cwd), ...plans.map(({ root }) => root)]),
    ];
    const env = variablesIn(known, place, { tool, root: roots[0] ?? '.', told: commands[0]?.env });
    const lines = commands.map((command) => {
      const own = variablesIn(known, place, { tool, root: command.cwd, told: command.env });
      const sets = assignments(setByLine(command.env, own));
      const words = typeCommand(known, place, { command, tool, runs });
      return { command, sets, line: lineInCopy(copy, command.cwd, [...sets, shellLine(words)]) };
    });
    return {
      lines: lines.map(({ line }) => line),
      tools: runs.map((run) => {
        const starts = toolStarts(place, run);
        const ofIt = lines.filter(({ command }) => run.engine === tool && run.root === command.cwd);
        const asTold = ofIt.map(({ sets }) => [...sets, starts[0]].join(' '));
        return { engine: run.engine, starts: [...new Set([...starts, ...asTold])] };
      }),
      path: await foldersOnPath(known, place, { roots, runs }),
      env,
    };
  };
}

/** With the programs of environments as the copy sees them. */
function inCopy(known: Known, copy: string): Known {
  const here = (path: string): string => known.inFolder?.(path, copy) ?? path;
  return {
    ...known,
    inFolder: here,
    programOf: (engine, root) => {
      const [program, ...words] = known.programOf(engine, root);
      return [here(program), ...words.map(here)];
    },
  };
}

interface Run extends StartedTool {
  readonly engine: string;
  /** As it is started here. */
  readonly own: Argv;
}

const given = z.object({ command: z.tuple([z.string()], z.string()) });

async function startedTool(known: Known, { engine: id, root, options }: EnginePlan): Promise<Run> {
  const engine = known.engines.get(id);
  const own: Argv = engine === undefined ? [id] : known.programOf(engine, root);
  const { data } = given.safeParse(options);
  if (data !== undefined) {
    const [name, ...words] = data.command;
    const isDirect = engine?.program.kind === 'binary' && engine.program.name === name;
    const argv: Argv = [...(isDirect ? own : ([name] as const)), ...words];
    return { engine: id, root, own, argv, program: undefined };
  }
  const found = engine?.program;
  if (found?.kind !== 'node-bin') return { engine: id, root, own, argv: own, program: found };
  const program = programOfScript(found, own[1]);
  const argv = await installedStart(known, { own, root, bin: program.bin });
  return { engine: id, root, own, argv, program };
}

/** A script of a package by the name under which its package manager installed it, where it did. */
async function installedStart(
  { sources: { repository, bins } }: Known,
  { own, root, bin }: { readonly own: Argv; readonly root: string; readonly bin: string },
): Promise<Argv> {
  if (own.length !== 2) return own;
  for (const folder of upward(root)) {
    const path = `${repository}/${within(folder, `node_modules/.bin/${bin}`)}`;
    if (await bins.isFile(path)) return [path];
  }
  return own;
}

interface Wanted {
  readonly command: CommandSpec;
  readonly tool: string;
  readonly runs: readonly Run[];
}

/** All words of a command as they are typed in its folder of the copy. */
function typeCommand(
  { sources, engines, programOf, inFolder }: Known,
  place: CopyPlace,
  { command, tool, runs }: Wanted,
): Argv {
  const argv = commandStarter(sources, engines, programOf)(command, tool);
  const run = runs.find(({ engine, root }) => engine === tool && root === command.cwd);
  const isOwn = run?.own.every((word, index) => argv[index] === word) === true;
  if (!isOwn) {
    const program = inFolder?.(argv[0], place.copy) ?? argv[0];
    return [typedIn(place, command.cwd, [program])[0], ...argv.slice(1)];
  }
  const start = run.program === undefined ? run.own : run.argv;
  return [...typedIn(place, command.cwd, start), ...argv.slice(run.own.length)];
}

/** Each line begins where the agent began, wherever its shell stands by now. */
function lineInCopy(copy: string, cwd: string, words: readonly string[]): string {
  const go = cwd === '.' ? [] : [`${shellLine(['cd', `${copy}/${cwd}`])} &&`];
  return [...go, ...words].join(' ');
}

function variablesIn(
  { engines, variablesOf }: Known,
  place: CopyPlace,
  {
    tool,
    root,
    told = {},
  }: { readonly tool: string; readonly root: string; readonly told?: Variables | undefined },
): Variables {
  const variables = variablesOf?.(root, place.copy) ?? {};
  const { PATH: _path, ...all } = buildToolEnvironment(engines.get(tool), variables, told);
  const { VIRTUAL_ENV: active } = all;
  return { ...all, ...(active !== undefined && { VIRTUAL_ENV: pathInCopy(place, active) }) };
}

/** No agent has these for sure. All else about a tool's surroundings does not change what it says. */
function setByLine(told: Variables, { PYTHONPATH: path }: Variables): Variables {
  return { ...told, ...(path !== undefined && { PYTHONPATH: path }) };
}

/** Where the plain names of tools are looked for first: what the repository installed, then the Node that judges. */
async function foldersOnPath(
  { sources, inFolder }: Known,
  place: CopyPlace,
  { roots, runs }: { readonly roots: readonly string[]; readonly runs: readonly Run[] },
): Promise<readonly string[]> {
  const environments = roots.flatMap((root) => findPythonEnvironment(sources, root) ?? []);
  const withPython: string[] = [];
  for (const environment of environments) {
    if (await sources.bins.isFile(`${environment}/bin/python`)) {
      const own = inFolder?.(environment, place.copy) ?? environment;
      withPython.push(`${pathInCopy(place, own)}/bin`);
    }
  }
  const modules = roots
    .flatMap((root) => upward(root))
    .map((folder) => within(folder, 'node_modules'));
  const shared = modules.filter((folder) => place.links.includes(folder));
  const nodes = runs.flatMap(({ own: [program] }) =>
    isAbsolute(program) && basename(program) === 'node' ? [dirname(program)] : [],
  );
  const bins = shared.map((folder) => `${place.copy}/${folder}/.bin`);
  return [...new Set([...withPython, ...bins, ...nodes])];
}
