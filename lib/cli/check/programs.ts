import type { Config } from '#config/schema.ts';
import type { RepositoryFacts } from '#domain/repository/facts.ts';
import { detectPython, pythonInvocation } from '#domain/repository/python.ts';
import type { Schedule } from '#domain/scope/schedule.ts';
import type { Engine } from '#engines/contract.ts';
import type { Repository } from '#ports/repository.ts';

type Argv = readonly [string, ...string[]];

export interface ProgramSources {
  /** Absolute path of the repository. */
  readonly repository: string;
  readonly facts: RepositoryFacts;
  /** Programs that the configuration names instead. */
  readonly tools: Config['tools'];
  readonly bins: Pick<Repository, 'findNodeBin' | 'isFile'>;
  /** The Node that runs scripts of packages. */
  readonly node: string;
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
    programs.set(`${plan.root} ${id}`, await findProgram(sources, engine, plan.root));
  }
  return ({ id }, root) => programs.get(`${root} ${id}`) ?? [id];
}

async function findProgram(sources: ProgramSources, engine: Engine, root: string): Promise<Argv> {
  const { repository, facts, tools } = sources;
  const [first, ...rest] = tools[engine.id] ?? [];
  if (first !== undefined) return [first, ...rest];
  const { program } = engine;
  if (program.kind === 'binary') return [await findBinary(sources, program.name, root)];
  if (program.kind === 'node-bin') return nodeArgv(sources, program, root);
  return [...pythonArgv(facts, root, repository), '-m', program.module];
}

async function nodeArgv(
  { repository, bins, node }: ProgramSources,
  program: { readonly package: string; readonly bin: string },
  root: string,
): Promise<Argv> {
  const { package: name, bin } = program;
  const script = await bins.findNodeBin({ repository, root, package: name, bin });
  // The path under which it would be: starting it fails with a message that names it.
  return script === undefined ? [`${repository}/node_modules/.bin/${bin}`] : [node, script];
}

/** Tools that come as programs are installed beside the interpreter, or else by the system. */
async function findBinary(
  { repository, facts, bins }: ProgramSources,
  name: string,
  root: string,
): Promise<string> {
  const { venvPath } = detectPython(facts, root);
  if (venvPath === null) return name;
  const folder = venvPath.startsWith('/') ? venvPath : `${repository}/${venvPath}`;
  const path = `${folder}/bin/${name}`;
  return (await bins.isFile(path)) ? path : name;
}

function pythonArgv(facts: RepositoryFacts, root: string, repository: string): Argv {
  const invocation = pythonInvocation(detectPython(facts, root));
  if (invocation.mode === 'tool-runner') return invocation.argv;
  const { python } = invocation;
  const relative = python.includes('/') && !python.startsWith('/');
  return [relative ? `${repository}/${python}` : python];
}
