import { isAbsolute } from 'node:path';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Engine } from '#engines/contract.ts';
import { isIsolated } from '../isolate-tool.ts';
import type { CheckoutReader } from '../needs/engine-host.ts';
import type { RepositoryReader } from '../needs/repository.ts';
import type { Schedule } from '../rules/scope/schedule.ts';

type Argv = readonly [string, ...string[]];

export interface PinnedTools {
  /** The program of an engine in a root, where the operator's own is used; undefined: that of the project. */
  programOf(engine: string, root: string): Argv | undefined;
}

export interface ToolchainSources {
  /** A folder of tools that the operator keeps, absolute; undefined: there is none. */
  readonly toolchain: string | undefined;
  readonly bins: Pick<RepositoryReader, 'findNodeBin' | 'isFile'>;
  readonly node: string;
}

/** A wrong path must not have the tools of the project judge in silence. */
export async function refuseMissingToolchain({
  toolchain = '',
  folders,
}: Pick<CheckoutReader, 'folders' | 'toolchain'>): Promise<Outcome<undefined, 'no-toolchain'>> {
  if (toolchain === '' || (isAbsolute(toolchain) && (await folders.isFolder(toolchain)))) {
    return ok(undefined);
  }
  return refuse(
    'no-toolchain',
    `RATCHETR_TOOLCHAIN is ${JSON.stringify(toolchain)}, which is no folder; write the absolute path of a folder of tools`,
  );
}

/**
 * The tools of the operator for all engines that execute nothing of the repository, whatever it installs: the base and every
 * head are then judged by the same ones.
 */
export async function findPinnedTools(
  sources: ToolchainSources,
  { entries }: Pick<Schedule, 'entries'>,
  engines: readonly Engine[],
): Promise<PinnedTools> {
  const { toolchain = '' } = sources;
  if (toolchain === '') return { programOf: () => undefined };
  const found = new Map<string, Argv>();
  for (const { engine: id, plan } of entries) {
    const engine = engines.find((one) => one.id === id);
    if (engine === undefined || !isIsolated(engine, plan)) continue;
    const argv = await findIn({ ...sources, toolchain }, engine);
    if (argv !== undefined) found.set(`${plan.root} ${id}`, argv);
  }
  return { programOf: (engine, root) => found.get(`${root} ${engine}`) };
}

/** In an environment of Python or a folder of packages of Node, or below it where they usually are. */
async function findIn(
  { toolchain, bins, node }: ToolchainSources & { readonly toolchain: string },
  { program }: Engine,
): Promise<Argv | undefined> {
  if (program.kind === 'node-bin') {
    for (const one of [...(program.instead ?? []), program]) {
      const wanted = { repository: toolchain, root: '.', package: one.package, bin: one.bin };
      const script = (await bins.findNodeBin(wanted))?.script;
      if (script !== undefined) return [node, script];
    }
    return undefined;
  }
  const name = program.kind === 'binary' ? program.name : program.module;
  for (const folder of ['.venv/bin', 'bin', 'node_modules/.bin']) {
    if (!(await bins.isFile(`${toolchain}/${folder}/${name}`))) continue;
    if (program.kind === 'binary') return [`${toolchain}/${folder}/${name}`];
    const python = `${toolchain}/${folder}/python`;
    if (await bins.isFile(python)) return [python, '-m', name];
  }
  return undefined;
}
