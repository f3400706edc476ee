import { basename, delimiter, dirname, isAbsolute } from 'node:path';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { Engine } from '#engines/contract.ts';

export interface StartOfTool {
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
}

export interface ToolSurroundings {
  readonly engine: Pick<Engine, 'loads' | 'program' | 'runsTests' | 'scope'> | undefined;
  readonly plan: Pick<EnginePlan, 'executes'> | undefined;
  /** Of this machine; absent: the path is that of the caller. */
  readonly machine?: ToolMachine | undefined;
  /** The interpreter whose packages the judged code sees. */
  readonly python?: string | undefined;
  /** An empty folder, absolute: the home of a tool that executes nothing of the repository. */
  readonly home: string;
}

/** What a machine has that the code of a repository may have written to. */
export interface ToolMachine {
  /** Absolute. */
  readonly repository: string;
  /** The variable PATH. */
  readonly path: string | undefined;
  readonly home: string | undefined;
  /** Set-ups of what is judged ran with that home. */
  readonly setsUp: boolean;
}

/** Whether the process of a tool executes nothing of the repository. */
export function isIsolated(
  engine: Pick<Engine, 'loads'> | undefined,
  plan: Pick<EnginePlan, 'executes'> | undefined,
): boolean {
  if (engine === undefined || engine.loads === 'everything') return false;
  return (plan?.executes ?? []).length === 0;
}

/** Starts a tool that executes nothing of the repository where it reaches no code of it; every other one as it was. */
export function isolateTool(start: StartOfTool, around: ToolSurroundings): StartOfTool {
  const { engine, plan, machine, home } = around;
  if (engine === undefined) return start;
  if (!isIsolated(engine, plan)) return withPath(start, engine, machine);
  const { argv, env } = isolateInterpreter(start, around);
  const safe = { ...env, PYTHONNOUSERSITE: '1', PYTHONSAFEPATH: '1' };
  const path = isAbsolute(argv[0]) ? apartPath(argv[0], machine) : homeLast(env, machine);
  return {
    argv,
    env: {
      ...safe,
      ...(!needsHome(argv[0], around) && { HOME: home }),
      ...(path !== undefined && { PATH: path }),
    },
  };
}

/** There uv and poetry keep interpreters, and managers of versions what is behind the programs on the path of a person. */
function needsHome(program: string, { engine, machine }: ToolSurroundings): boolean {
  if (isAbsolute(program)) return false;
  return (
    /^(?:uv|poetry)$/.test(program) ||
    (engine?.program.kind === 'binary' && machine?.setsUp !== true)
  );
}

const startTool = pathOf(new URL('./programs/start_tool.py', import.meta.url));

function pathOf(url: URL): string {
  return decodeURIComponent(url.pathname);
}

/** Folders that PYTHONPATH names are for the tool to read, and not to import from. */
function isolateInterpreter(
  { argv, env }: StartOfTool,
  { engine, python }: Pick<ToolSurroundings, 'engine' | 'python'>,
): StartOfTool {
  const module = engine?.program.kind === 'python-module' ? engine.program.module : undefined;
  const at = argv.findIndex((word, index) => word === '-m' && argv[index + 1] === module);
  const { PYTHONPATH: folders = '', ...others } = env;
  if (module === undefined || at < 1) return { argv, env: others };
  const [program, ...words] = argv;
  // Another environment than that of the tool has the packages of the code.
  const isAsked = python !== undefined && python !== program;
  const read = [folders, ...(isAsked ? [dirname(dirname(python))] : [])];
  const start = [
    '-I',
    '-S',
    '-B',
    '-X',
    'utf8',
    startTool,
    module,
    read.filter(Boolean).join(delimiter),
  ];
  return {
    argv: [program, ...words.slice(0, at - 1), ...start, ...words.slice(at + 1)],
    // An interpreter that is asked what the code sees has to see the same.
    env: isAsked ? env : others,
  };
}

/** Where a program that is started by its path looks for others: beside it where it is Node, and where the system has them. */
function apartPath(program: string, machine: ToolMachine | undefined): string | undefined {
  if (machine === undefined) return undefined;
  const { home, repository } = machine;
  const beside = basename(program) === 'node' ? [dirname(program)] : [];
  const own = foldersOf(machine.path).filter(
    (folder) => !isWithin(folder, home) && !isWithin(folder, repository),
  );
  return [...new Set([...beside, ...own])].join(delimiter);
}

function withPath(
  start: StartOfTool,
  { scope, runsTests }: Pick<Engine, 'runsTests' | 'scope'>,
  machine: ToolMachine | undefined,
): StartOfTool {
  if (machine?.setsUp !== true || scope === 'tests' || runsTests === true) return start;
  const path = homeLast(start.env, machine);
  return path === undefined ? start : { ...start, env: { ...start.env, PATH: path } };
}

/** A set-up may put programs there under any name, and none of them may come before those of the system. */
function homeLast(
  { PATH: own }: StartOfTool['env'],
  machine: ToolMachine | undefined,
): string | undefined {
  const path = own ?? machine?.path;
  return machine?.setsUp === true ? putHomeLast(path, machine) : own;
}

/** The same path, with what lies in the home behind all else; what the repository installed stays. */
export function putHomeLast(
  path: string | undefined,
  { home, repository }: Pick<ToolMachine, 'home'> & Partial<Pick<ToolMachine, 'repository'>>,
): string | undefined {
  if (path === undefined) return undefined;
  const folders = foldersOf(path);
  const isInHome = (folder: string): boolean =>
    isWithin(folder, home) && !isWithin(folder, repository);
  return [
    ...folders.filter((folder) => !isInHome(folder)),
    ...folders.filter((folder) => isInHome(folder)),
  ].join(delimiter);
}

/** A relative one leads into the repository. */
function foldersOf(path: string | undefined): readonly string[] {
  return (path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
}

function isWithin(folder: string, outer: string | undefined): boolean {
  if (outer === undefined || outer === '' || outer === '/') return false;
  return folder === outer || folder.startsWith(`${outer}/`);
}
