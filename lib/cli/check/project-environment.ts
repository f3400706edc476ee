import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { findProgram } from '#platform/files/find-program.ts';
import { variablesOf } from '#platform/process/other-user.ts';
import { acceptsNode } from '#check/rules/repository/node-range.ts';
import type { Processes } from '#check/needs/processes.ts';
import type { CliContext } from '../context.ts';
import { commandFolders, type ProgramSources, pythonEnvironment } from './programs.ts';

/** The path as it is where the environment of a root is switched on and a script of its package runs. */
export function projectPath(
  { env, asUser }: Pick<CliContext, 'asUser' | 'env'>,
  places: Pick<ProgramSources, 'facts' | 'repository'>,
  { root, folder }: { readonly root: string; readonly folder: string },
): Readonly<Record<string, string>> {
  const environment = pythonEnvironment(places, root);
  const own = [
    ...(environment === undefined ? [] : [`${environment}/bin`]),
    ...commandFolders(folder, root),
  ].filter((path) => existsSync(path));
  if (own.length === 0) return {};
  const inherited = asUser === undefined ? env['PATH'] : variablesOf(asUser, env)['PATH'];
  return { PATH: [...own, ...(inherited === undefined ? [] : [inherited])].join(delimiter) };
}

/** The Node that the caller has, where what it is to run supports it; else ours. */
export function createTestNode(
  { processes, ours }: { readonly processes: Processes; readonly ours: string },
  { env }: Pick<CliContext, 'env'>,
): (range: string | undefined) => Promise<string> {
  let known: Promise<CallersNode | undefined> | undefined;
  return async (range) => {
    known ??= findNode(processes, env['PATH'] ?? '');
    const found = await known;
    if (found === undefined) return ours;
    return range === undefined || acceptsNode(range, found.version) ? found.path : ours;
  };
}

interface CallersNode {
  readonly path: string;
  readonly version: string;
}

async function findNode(processes: Processes, path: string): Promise<CallersNode | undefined> {
  const program = await findProgram(['node'], path);
  if (program === undefined) return undefined;
  const { exit, stdout } = await processes.ask({
    argv: [program, '--version'],
    cwd: '/',
    inheritEnv: ['HOME', 'PATH'],
    env: {},
    wallMs: 10_000,
    maxOutputBytes: 1024,
  });
  const version = new TextDecoder().decode(stdout).trim();
  return exit.kind === 'exited' && exit.code === 0 ? { path: program, version } : undefined;
}
