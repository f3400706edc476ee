import { sortPaths } from './canonical-paths.ts';
import { isBelow } from '../repository/roots.ts';

/** The part of some canonical paths of the repository that lies in one root, relative to that root. */
export function withinRoot(paths: readonly string[], root: string): readonly string[] {
  return sortPaths(
    paths.flatMap((path) => {
      if (path === root || isBelow(root, path)) return ['.'];
      return isBelow(path, root) ? [root === '.' ? path : path.slice(root.length + 1)] : [];
    }),
  );
}
