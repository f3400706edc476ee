import type { Config } from '#config/schema.ts';
import type { CommandSpec } from '#model/validation.ts';
import { type RepositoryFacts, upward, within } from '../rules/repository/facts.ts';
import { activeEnvironment, detectPython, pythonInvocation } from '../rules/repository/python.ts';
import type { Program } from '../rules/repository/program.ts';
import { environmentFor } from '../rules/repository/python-packages.ts';
import type { Schedule } from '../rules/scope/schedule.ts';
import type { Engine } from '#engines/contract.ts';
import type { RepositoryReader } from '../needs/repository.ts';
import type { PinnedTools } from './pinned-tools.ts';

type Argv = readonly [string, ...string[]];

type InstalledBins = Pick<RepositoryReader, 'findNodeBin' | 'isFile'>;

export interface ProjectFacts {
  /** Absolute path of the repository. */
  readonly repository: string;
  readonly facts: RepositoryFacts;
}

export interface ProgramSources extends ProjectFacts {
  /** Programs that the configuration names instead. */
  readonly tools: Config['tools'];
  readonly bins: InstalledBins;
  /** Tools of the operator, which go before all others. */
  readonly pinned?: PinnedTools;
  /** The Node that runs scripts of packages. */
  readonly node: string;
  /** The Node that runs the tests of a root, of the versions that their runner supports; absent: the same. */
  readonly testNode?: (root: string, supported: string | undefined) => Promise<string>;
}

/** The program of every engine that will run: as configured, else the way the repository keeps its tools. */
export async function findPrograms(
  sources: ProgramSources,
  { entries }: Schedule,
  engines: readonly Engine[],
): Promise<(engine: Engine, root: string) => Argv> {
  const programs = new Map<string, Argv>();
  for (const { engine: id, plan } of entries) {
    const engine = engines.find((one) => one.id === id);
    if (engine === undefined) continue;
    const program = engine.plannedProgram?.(plan) ?? engine.program;
    const found =
      sources.pinned?.programOf(id, plan.root) ??
      (await findEngineProgram(sources, { ...engine, program }, plan.root));
    programs.set(`${plan.root} ${id}`, found);
  }
  return ({ id }, root) => programs.get(`${root} ${id}`) ?? [id];
}

/** The interpreter whose packages an engine sees in a root, absolute, where one is there. */
export async function findInterpreters(
  sources: ProjectFacts & { readonly bins: InstalledBins },
  { entries }: Schedule,
  engines: readonly Engine[],
): Promise<(root: string, engine: string) => string | undefined> {
  const interpreters = new Map<string, string>();
  for (const { engine: id, plan } of entries) {
    const engine = engines.find((one) => one.id === id);
    if (engine === undefined) continue;
    const environment = environmentFor(sources.facts, plan.root, packageOf(engine));
    if (environment === null) continue;
    const python = `${toAbsolute(sources.repository, environment)}/bin/python`;
    if (await sources.bins.isFile(python)) interpreters.set(`${plan.root} ${id}`, python);
  }
  return (root, engine) => interpreters.get(`${root} ${engine}`);
}

/** The package of Python that shows where an engine is installed: what measures tests is so beside their runner. */
function packageOf({ program, scope, runsTests }: Engine): string {
  if (program.kind === 'python-module') {
    return scope === 'tests' || runsTests === true ? 'pytest' : program.module;
  }
  return program.kind === 'node-bin' ? program.package : program.name;
}

/** The variables by which every tool finds Python; they replace the caller's. */
export function pythonVariables(
  { repository, facts }: ProjectFacts,
  root: string,
  inFolder: (environment: string) => string = (one) => one,
): Readonly<Record<string, string>> {
  const active = findPythonEnvironment({ repository, facts }, root);
  return active === undefined ? {} : { VIRTUAL_ENV: inFolder(active) };
}

/** The environment that counts as switched on in a root, absolute. */
export function findPythonEnvironment(
  { repository, facts }: ProjectFacts,
  root: string,
): string | undefined {
  const active = activeEnvironment(facts, detectPython(facts, root));
  return active === undefined ? undefined : toAbsolute(repository, active);
}

function toAbsolute(repository: string, path: string): string {
  return path.startsWith('/') ? path : `${repository}/${path}`;
}

/** Commands that show a task to be done, as they are started here: those of an engine go by its own program. */
export function commandStarter(
  { repository, facts, node }: ProjectFacts & { readonly node: string },
  engines: ReadonlyMap<string, Engine>,
  programOf: (engine: Engine, root: string) => Argv,
): (command: CommandSpec, tool: string) => Argv {
  return ({ runner, args, cwd }, tool) => {
    const engine = engines.get(tool);
    const words = engine === undefined ? [] : firstWords(engine.program);
    if (engine && runner === runners[engine.program.kind] && beginsWith(args, words)) {
      return [...programOf(engine, cwd), ...args.slice(words.length)];
    }
    const [program = '', ...rest] = args;
    if (runner === 'python') return [...pythonArgv({ repository, facts }, cwd), ...args];
    return runner === 'node' ? [node, program, ...rest] : [program, ...rest];
  };
}

const runners = { 'python-module': 'python', 'node-bin': 'node', binary: 'generic' } as const;

function firstWords(program: Engine['program']): readonly string[] {
  if (program.kind === 'python-module') return ['-m', program.module];
  return [program.kind === 'node-bin' ? program.bin : program.name];
}

function beginsWith(args: readonly string[], words: readonly string[]): boolean {
  return words.every((word, index) => args[index] === word);
}

async function findEngineProgram(
  sources: ProgramSources,
  engine: Engine,
  root: string,
): Promise<Argv> {
  const { tools } = sources;
  const [first, ...rest] = tools[engine.id] ?? [];
  if (first !== undefined) return [first, ...rest];
  const { program } = engine;
  // Node itself runs tests.
  if (program.kind === 'binary' && program.name === 'node') {
    return [(await sources.testNode?.(root, undefined)) ?? sources.node];
  }
  if (program.kind === 'binary') return [await findBinaryPath(sources, program.name, root)];
  if (program.kind === 'node-bin') return nodeArgv(sources, engine, { ...program, root });
  const [python, ...words] = pythonArgv(sources, root, packageOf(engine));
  return [python, ...words, '-m', program.module];
}

async function nodeArgv(
  sources: ProgramSources,
  { scope, runsTests }: Engine,
  { root, ...program }: Extract<Program, { kind: 'node-bin' }> & { readonly root: string },
): Promise<Argv> {
  const { repository, bins, node, testNode } = sources;
  const { package: name, bin } = program;
  for (const one of [...(program.instead ?? []), { package: name, bin }]) {
    const { committed } = sources.facts;
    const found = await bins.findNodeBin({ repository, root, ...one, committed });
    if (found === undefined) continue;
    const inTests = (scope === 'tests' || runsTests === true) && testNode !== undefined;
    return [inTests ? await testNode(root, found.node) : node, found.script];
  }
  // Some tools for Python come from npm and from PyPI.
  const script = await findScript(sources, program.bin, root);
  // The path under which it would be: starting it fails with a message that names it.
  return [script ?? `${repository}/node_modules/.bin/${program.bin}`];
}

/** Tools that come as programs are installed beside the interpreter, among the commands of packages, or by the system. */
async function findBinaryPath(
  sources: ProgramSources,
  name: string,
  root: string,
): Promise<string> {
  const { repository, bins } = sources;
  const script = await findScript(sources, name, root);
  if (script !== undefined) return script;
  for (const folder of commandFolders(repository, root)) {
    if (await bins.isFile(`${folder}/${name}`)) return `${folder}/${name}`;
  }
  return name;
}

/** A command that was installed beside the interpreter. */
async function findScript(
  { repository, facts, bins }: ProgramSources,
  name: string,
  root: string,
): Promise<string | undefined> {
  const kept = environmentFor(facts, root, name);
  const environment =
    kept === null
      ? findPythonEnvironment({ repository, facts }, root)
      : toAbsolute(repository, kept);
  const path = `${environment}/bin/${name}`;
  return environment !== undefined && (await bins.isFile(path)) ? path : undefined;
}

/** Where the commands of packages are that a root sees, absolute, nearest first. */
export function commandFolders(repository: string, root: string): readonly string[] {
  return upward(root).map((folder) => `${repository}/${within(folder, 'node_modules/.bin')}`);
}

function pythonArgv({ repository, facts }: ProjectFacts, root: string, module = 'pytest'): Argv {
  const venvPath = environmentFor(facts, root, module);
  const invocation = pythonInvocation({ ...detectPython(facts, root), venvPath });
  if (invocation.mode === 'tool-runner') return invocation.argv;
  const { python } = invocation;
  return [python.includes('/') ? toAbsolute(repository, python) : python];
}
