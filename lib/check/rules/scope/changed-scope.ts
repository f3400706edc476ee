import { folderOf } from '../repository/facts.ts';
import { isBelow } from '../repository/roots.ts';
import { liesIn } from './filter-findings.ts';
import { withinRoot } from './within-root.ts';

export interface FileMatching {
  /** Matches the path of every file that the engine can judge. */
  readonly judges: RegExp;
  /** Names of files that change its result without being judged by it. */
  readonly configNames: readonly string[];
  /** What it does about changed files alone. */
  readonly changed: 'paths' | 'filter' | 'everything';
}

export type ChangedScope =
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  | { readonly kind: 'everything' }
  /** The engine is left alone: without paths most tools judge everything. */
  | { readonly kind: 'nothing' };

export interface ChangedInput {
  readonly root: string;
  /** Canonical, relative to the root. */
  readonly scope: readonly string[];
  /** Folders below the root in which the same engine runs by itself. */
  readonly inner: readonly string[];
  /** Files that are new, differ or are gone, relative to the repository. */
  readonly changed: readonly string[];
  /** Files that are there. */
  readonly files: ReadonlySet<string>;
}

/** More than this on one command line, in characters, and the system may refuse to start the tool. */
const longest = 256 * 1024;

/** What is left of a scope when only that counts which differs from the base. */
export function narrowScope(engine: FileMatching, input: ChangedInput): ChangedScope {
  const { root, scope, inner, changed, files } = input;
  // Other rules may find other things anywhere.
  if (changed.some((path) => configures(engine, path, root))) return { kind: 'everything' };
  const below = changed.filter((path) => isBelow(path, root));
  // A test may rest on any file, and on one that is gone.
  if (engine.changed === 'everything') return { kind: below.length > 0 ? 'everything' : 'nothing' };
  const own = below.filter(
    (path) => files.has(path) && !inner.some((folder) => isBelow(path, folder)),
  );
  const paths = withinRoot(own, root).filter(
    (path) => liesIn(scope, path) && engine.judges.test(path),
  );
  if (paths.join(' ').length > longest) return { kind: 'everything' };
  return paths.length === 0 ? { kind: 'nothing' } : { kind: 'paths', paths };
}

/** Tools find their configuration in the root, above it, and some of them further down. */
function configures({ configNames }: FileMatching, path: string, root: string): boolean {
  const folder = folderOf(path);
  const inReach = folder === root || isBelow(folder, root) || isBelow(root, folder);
  return inReach && configNames.includes(path.slice(path.lastIndexOf('/') + 1));
}
