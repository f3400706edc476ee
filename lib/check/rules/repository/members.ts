import { inExactForm } from '#base/glob.ts';
import { tableIn, textListIn } from '#base/data.ts';
import { folderOf, type RepositoryFacts, within } from './facts.ts';

/** Whether a folder above declares that this one belongs to it: as a member of its workspace, or by its path. */
export type IsMember = (folder: string) => boolean;

/** The workspaces of npm, yarn, bun, pnpm and lerna. */
export function nodeMembers(facts: RepositoryFacts): IsMember {
  return collectMembers(facts, ['package.json', 'pnpm-workspace.yaml', 'lerna.json'], (data) => [
    ...textListIn(data, 'workspaces'),
    ...textListIn(data, 'workspaces', 'packages'),
    ...textListIn(data, 'packages'),
  ]);
}

/** The workspaces of uv, and what uv and poetry take from a path of the repository. */
export function pythonMembers(facts: RepositoryFacts): IsMember {
  return collectMembers(facts, ['pyproject.toml'], (data) => {
    const poetry = ['tool', 'poetry'] as const;
    const groups = Object.keys(tableIn(data, ...poetry, 'group'));
    const tables = [
      tableIn(data, 'tool', 'uv', 'sources'),
      tableIn(data, ...poetry, 'dependencies'),
      tableIn(data, ...poetry, 'dev-dependencies'),
      ...groups.map((group) => tableIn(data, ...poetry, 'group', group, 'dependencies')),
    ];
    return [
      ...textListIn(data, 'tool', 'uv', 'workspace', 'members'),
      ...textListIn(data, 'tool', 'uv', 'workspace', 'exclude').map((glob) => `!${glob}`),
      ...tables.flatMap((table) => Object.values(table).flatMap(dependencyPath)),
    ];
  });
}

/** The modules that a workspace of Go uses. */
export function goMembers(facts: RepositoryFacts): IsMember {
  return collectMembers(facts, ['go.work'], (data) => textListIn(data, 'use'));
}

function dependencyPath(source: unknown): readonly string[] {
  const { path } = tableIn(source);
  return typeof path === 'string' ? [path] : [];
}

/** `globsIn` reads what one manifest declares, relative to its folder; one that begins with `!` takes back. */
function collectMembers(
  { manifests }: RepositoryFacts,
  names: readonly string[],
  globsIn: (data: unknown) => readonly string[],
): IsMember {
  const tests = [...manifests].flatMap(([path, data]) => {
    if (!names.includes(path.slice(path.lastIndexOf('/') + 1))) return [];
    const globs = globsIn(data).flatMap((glob) => globFromRepository(glob, folderOf(path)));
    const taken = globs.filter((glob) => !glob.startsWith('!'));
    if (taken.length === 0) return [];
    const isTaken = inExactForm(taken);
    const isLeftOut = inExactForm(
      globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
    );
    return [(folder: string) => isTaken(folder) && !isLeftOut(folder)];
  });
  return (folder) => tests.some((test) => test(folder));
}

/** As seen from the repository; what leads out of its folder is none of it. */
function globFromRepository(glob: string, folder: string): readonly string[] {
  const [, back = '', path = ''] = /^(!?)(?:\.\/)?(.*?)\/*$/.exec(glob) ?? [];
  if (path === '' || path === '.' || path.split('/').includes('..')) return [];
  return [`${back}${within(folder, path)}`];
}
