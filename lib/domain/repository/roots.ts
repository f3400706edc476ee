import { type RepositoryFacts, within } from './facts.ts';

const pythonMarkers = ['pyproject.toml', 'setup.py', 'setup.cfg'];

/** Folders that are projects of their own, the repository itself first. */
export function findRoots({ files }: RepositoryFacts): readonly string[] {
  const markers = new Set([...pythonMarkers, 'package.json']);
  const roots = new Set<string>();
  for (const path of files) {
    const slash = path.lastIndexOf('/');
    if (markers.has(path.slice(slash + 1))) roots.add(slash < 0 ? '.' : path.slice(0, slash));
  }
  const nested = [...roots].filter((root) => root !== '.').toSorted();
  return ['.', ...nested];
}

/** Python files of the root, without those of a Python project further down; none where it is no such project. */
export function pythonFilesOf(facts: RepositoryFacts, root: string): readonly string[] {
  const projects = findRoots(facts).filter((one) => one === '.' || isPython(facts, one));
  if (!projects.includes(root)) return [];
  const inner = projects.filter((one) => isBelow(one, root));
  return [...facts.files].filter(
    (path) =>
      path.endsWith('.py') && isBelow(path, root) && !inner.some((one) => isBelow(path, one)),
  );
}

/** Whether a path lies somewhere in a folder and is not that folder. */
export function isBelow(path: string, folder: string): boolean {
  return path !== '.' && path !== folder && (folder === '.' || path.startsWith(`${folder}/`));
}

function isPython({ files }: RepositoryFacts, root: string): boolean {
  return pythonMarkers.some((name) => files.has(within(root, name)));
}
