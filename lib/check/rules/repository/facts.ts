/** What can be known of a checkout by looking: names, and manifests as data. Nothing of it is executed. */
export interface RepositoryFacts {
  /** Paths of files relative to the root, POSIX, without what tools install or build. */
  readonly files: ReadonlySet<string>;
  /** What files say that tell how a project is kept and how its tools are configured, as data, by path. */
  readonly manifests: ReadonlyMap<string, unknown>;
  /** Files and folders that git ignores; of a folder that is ignored as a whole its own path alone. */
  readonly ignored?: ReadonlySet<string>;
  /** What git tracks of what looks installed. */
  readonly committed?: ReadonlySet<string>;
  /** The folders that people chose as projects, in place of those that are found. */
  readonly projects?: readonly string[];
  /** Folders relative to the root that hold a Python environment. */
  readonly environments: ReadonlySet<string>;
  /** Environments that managers and runners of tasks keep in places of their own. */
  readonly kept?: readonly KeptEnvironment[];
  /** Poetry is told to make no environments, and installs where it runs. */
  readonly poetryMakesNone?: boolean;
  /** Repositories of hooks that a configuration of pre-commit names and that are not installed here, by its path. */
  readonly missingHooks?: ReadonlyMap<string, readonly string[]>;
  /** Names of what is installed in an environment, each with `-` between its words, by the folder of the environment. */
  readonly packages?: ReadonlyMap<string, ReadonlySet<string>>;
  /** The version of Python that made an environment, by its folder. */
  readonly pythons?: ReadonlyMap<string, string>;
  /** Modules of the repository that an environment of it imports from there, and has nowhere else. */
  readonly editableModules?: ReadonlySet<string>;
  /** Names of the packages of Node that are installed, by the folder whose `node_modules` holds them. */
  readonly nodePackages?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names of the programs that this machine has, on the path or where go and cargo install them. */
  readonly programs?: ReadonlySet<string>;
  /** What the caller's environment says about Python. */
  readonly uvProjectEnvironment?: string | undefined;
  readonly virtualEnv?: string | undefined;
}

/** An environment of Python that something other than the project's own folder keeps. */
export interface KeptEnvironment {
  readonly by: 'poetry' | 'tox' | 'nox' | 'hatch';
  /** The folder of the repository that it is for. */
  readonly home: string;
  /** As its keeper calls it. */
  readonly name: string;
  /** Relative to the repository, or absolute. */
  readonly path: string;
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

/** Whether git ignores a path, or a folder in which it lies. */
export function isIgnored({ ignored }: RepositoryFacts, path: string): boolean {
  return ignored !== undefined && upward(path).some((folder) => ignored.has(folder));
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
