import { delimiter, join } from 'node:path';
import type { EngineHost } from '../needs/engine-host.ts';
import { onceEach } from '../rules/findings/once-each.ts';
import { chooseNode } from '../rules/repository/choose-node.ts';
import { listWantedVersions } from '../rules/repository/wanted-versions.ts';
import { findInEnvironment } from '../rules/repository/environment-places.ts';
import { within } from '../rules/repository/facts.ts';
import { commandFolders, type ProjectFacts, findPythonEnvironment } from './programs.ts';

/** The path as it is where the environment of a root is switched on and a script of its package runs. */
export function buildProjectPath(
  { folders, path, ownPrograms = [] }: Pick<EngineHost, 'folders' | 'ownPrograms' | 'path'>,
  project: ProjectFacts,
  {
    root,
    folder,
    inFolder,
  }: { readonly root: string; readonly folder: string; readonly inFolder: InFolder },
): Readonly<Record<string, string>> {
  const environment = findPythonEnvironment(project, root);
  const own = [
    ...(environment === undefined ? [] : [`${inFolder(environment, folder)}/bin`]),
    ...commandFolders(folder, root),
  ].filter((one) => folders.exists(one));
  const inPath = path === undefined ? [] : path.split(delimiter);
  const last = isCompiled(project, root)
    ? ownPrograms.filter((one) => folders.exists(one) && !inPath.includes(one))
    : [];
  if (own.length + last.length === 0) return {};
  return { PATH: [...own, ...inPath, ...last].join(delimiter) };
}

function isCompiled({ facts: { files } }: ProjectFacts, root: string): boolean {
  return ['go.mod', 'Cargo.toml'].some((name) => files.has(within(root, name)));
}

/**
 * Cargo builds into the repository unless told otherwise. A copy gets no folder that others use: cargo goes by the times
 * of files, and those of a copy say nothing. Rustup installs what a project names unless told otherwise.
 */
export function cargoVariables(
  { builds, hash }: Pick<EngineHost, 'builds' | 'hash'>,
  { repository, facts }: ProjectFacts,
  { root, folder }: { readonly root: string; readonly folder: string },
): Readonly<Record<string, string>> {
  if (!facts.files.has(within(root, 'Cargo.toml'))) return {};
  const asked = { RUSTUP_AUTO_INSTALL: '0' };
  if (folder !== repository || builds === undefined) return asked;
  const name = hash.sha256(`${repository}\n${root}`).slice(0, 32);
  return { ...asked, CARGO_TARGET_DIR: `${builds}/${name}` };
}

/** Chooses the Node for the tests of a root, and says once where it is not the one that the project asks for. */
export function createTestNode(
  { node, tell }: Pick<EngineHost, 'node' | 'tell'>,
  { repository, facts }: ProjectFacts,
): (root: string, supported: string | undefined) => Promise<string> {
  const callers = onceEach((root: string) => node.callers(join(repository, root)));
  const kept = onceEach(() => node.kept());
  const said = new Set<string>();
  return async (root, supported) => {
    const wanted = listWantedVersions(facts, root).find(({ language }) => language === 'Node');
    const [own, others] = await Promise.all([callers(root), wanted ? kept('') : []]);
    const { path, told } = chooseNode({
      wanted,
      supported,
      callers: own,
      kept: others,
      ours: node.ours,
    });
    if (told !== undefined && !said.has(told)) tell(told);
    if (told !== undefined) said.add(told);
    return path;
  };
}

/** A program, or another path of an environment, as it is where the code lies in this folder: the repository or a copy of it. */
export type InFolder = (path: string, folder: string) => string;

/** A copy has environments of its own, in which what leads into the repository leads into the copy. */
export function createInFolder(
  { folders }: Pick<EngineHost, 'folders'>,
  project: ProjectFacts,
): InFolder {
  return (path, folder) => {
    const found = folder === project.repository ? undefined : findInEnvironment(path, project);
    if (found === undefined) return path;
    const place = `${folder}/${found.place}`;
    return folders.exists(place) ? `${place}${found.rest}` : path;
  };
}
