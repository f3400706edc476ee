/** What can be known of a checkout by looking: names, and manifests as data. Nothing of it is executed. */
export interface RepositoryFacts {
  /** Paths of files relative to the root, POSIX, without what tools install or build. */
  readonly files: ReadonlySet<string>;
  /** Parsed `pyproject.toml` and `package.json` files by path. */
  readonly manifests: ReadonlyMap<string, unknown>;
  /** Folders relative to the root that hold a Python environment. */
  readonly environments: ReadonlySet<string>;
  /** What the caller's environment says about Python. */
  readonly uvProjectEnvironment?: string | undefined;
  readonly virtualEnv?: string | undefined;
}

/** The path of a file inside one root of a monorepo; the root itself is `.`. */
export function within(root: string, path: string): string {
  return root === '.' ? path : `${root}/${path}`;
}

/** The folder that holds a path. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
}

/** A path of the repository as it is called from one root; an absolute one stays. */
export function fromRoot(path: string, root: string): string {
  if (root === '.' || path.startsWith('/')) return path;
  const [folders, wanted] = [root.split('/'), path.split('/').filter((part) => part !== '.')];
  const different = folders.findIndex((part, index) => wanted[index] !== part);
  const shared = different < 0 ? folders.length : different;
  return [...folders.slice(shared).map(() => '..'), ...wanted.slice(shared)].join('/') || '.';
}

/** The root and every folder above it, nearest first: where tools look for what is shared. */
export function upward(root: string): readonly string[] {
  if (root === '.') return ['.'];
  return [root, ...upward(folderOf(root))];
}

/** The file of one of these names that is nearest to the root, itself included. */
export function findUpward(
  facts: RepositoryFacts,
  root: string,
  names: readonly string[],
): string | undefined {
  return upward(root)
    .flatMap((folder) => names.map((name) => within(folder, name)))
    .find((path) => facts.files.has(path));
}
