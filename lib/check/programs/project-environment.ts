import { delimiter } from 'node:path';
import type { EngineHost, NodePrograms } from '../needs/engine-host.ts';
import { acceptsNode } from '../rules/repository/node-range.ts';
import { commandFolders, type ProjectFacts, findPythonEnvironment } from './programs.ts';
import type { Installed } from '../needs/installed.ts';

/** The path as it is where the environment of a root is switched on and a script of its package runs. */
export function buildProjectPath(
  { folders, path }: EngineHost,
  project: ProjectFacts,
  { root, folder }: { readonly root: string; readonly folder: string },
): Readonly<Record<string, string>> {
  const environment = findPythonEnvironment(project, root);
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

/** Lets Python import the code of a copy where an environment names folders of the repository itself. */
export function createPythonPath(
  installed: Installed,
  { repository, facts }: ProjectFacts,
): (
  root: string,
  /** Where the code lies, absolute: the repository or a copy of it. */
  folder: string,
) => Readonly<Record<string, string>> {
  const known = new Map<string, readonly string[]>();
  const pathsIn = (environment: string): readonly string[] => {
    const paths = known.get(environment) ?? installed.editablePaths(repository, environment);
    known.set(environment, paths);
    return paths;
  };
  return (root, folder) => {
    const environment =
      folder === repository ? undefined : findPythonEnvironment({ repository, facts }, root);
    const paths = environment === undefined ? [] : pathsIn(environment);
    if (paths.length === 0) return {};
    return {
      PYTHONPATH: paths.map((path) => (path === '.' ? folder : `${folder}/${path}`)).join(':'),
    };
  };
}
