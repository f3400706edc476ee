import type { RepositoryFacts } from './facts.ts';

const markers = new Set(['pyproject.toml', 'package.json', 'setup.py', 'setup.cfg']);

/** Folders that are projects of their own, the repository itself first. */
export function findRoots({ files }: RepositoryFacts): readonly string[] {
  const roots = new Set<string>();
  for (const path of files) {
    const slash = path.lastIndexOf('/');
    if (markers.has(path.slice(slash + 1))) roots.add(slash < 0 ? '.' : path.slice(0, slash));
  }
  const nested = [...roots].filter((root) => root !== '.').toSorted();
  return ['.', ...nested];
}
