import { delimiter } from 'node:path';
import type { EngineHost, NodePrograms } from '../needs/engine-host.ts';
import { acceptsNode } from '../rules/repository/node-range.ts';
import { commandFolders, type ProgramSources, findPythonEnvironment } from './programs.ts';

/** The path as it is where the environment of a root is switched on and a script of its package runs. */
export function buildProjectPath(
  { folders, path }: Pick<EngineHost, 'folders' | 'path'>,
  places: Pick<ProgramSources, 'facts' | 'repository'>,
  { root, folder }: { readonly root: string; readonly folder: string },
): Readonly<Record<string, string>> {
  const environment = findPythonEnvironment(places, root);
  const own = [
    ...(environment === undefined ? [] : [`${environment}/bin`]),
    ...commandFolders(folder, root),
  ].filter((one) => folders.exists(one));
  if (own.length === 0) return {};
  return { PATH: [...own, ...(path === undefined ? [] : [path])].join(delimiter) };
}

/** The Node that the caller has, where what it is to run supports it; else ours. */
export function createTestNode(node: NodePrograms): (range: string | undefined) => Promise<string> {
  let known: ReturnType<NodePrograms['callers']> | undefined;
  return async (range) => {
    known ??= node.callers();
    const found = await known;
    if (found === undefined) return node.ours;
    return range === undefined || acceptsNode(range, found.version) ? found.path : node.ours;
  };
}
