import { tableIn, valueIn } from '#base/data.ts';
import { folderOf, isIgnored, type RepositoryFacts, upward, within } from './facts.ts';
import { goMembers, type IsMember, nodeMembers, pythonMembers } from './members.ts';

/** Folders that are projects of their own, the repository itself first. */
export function findRoots(facts: RepositoryFacts): readonly string[] {
  if (facts.projects !== undefined) return facts.projects;
  const known = rootsOf.get(facts);
  if (known !== undefined) return known;
  const isRoot = languages.map((language) => projectTest(facts, language));
  const nested = listFoldersWith(languages, facts).filter(
    (folder) => folder !== '.' && isRoot.some((test) => test(folder)),
  );
  const roots = ['.', ...nested.toSorted()];
  rootsOf.set(facts, roots);
  return roots;
}

/** Every engine asks, and in a large repository it takes a while. */
const rootsOf = new WeakMap<RepositoryFacts, readonly string[]>();

/** Every folder with the manifest of a package that keeps what it needs beside it, be it a project or not. */
export function listManifestFolders(facts: RepositoryFacts): readonly string[] {
  return listFoldersWith([python, node], facts);
}

function listFoldersWith(all: readonly Language[], { files }: RepositoryFacts): readonly string[] {
  const names = new Set(all.flatMap(({ manifests }) => manifests));
  const folders = new Set<string>();
  for (const path of files) {
    if (names.has(path.slice(path.lastIndexOf('/') + 1))) folders.add(folderOf(path));
  }
  return [...folders];
}

/** Python files of the root, without those of a Python project further down; none where it is no such project. */
export function listPythonFiles(facts: RepositoryFacts, root: string): readonly string[] {
  const projects = findRoots(facts).filter(
    (one) => one === '.' || python.manifests.some((name) => facts.files.has(within(one, name))),
  );
  if (!projects.includes(root)) return [];
  const inner = projects.filter((one) => isBelow(one, root));
  return [...facts.files].filter(
    (path) =>
      path.endsWith('.py') &&
      isBelow(path, root) &&
      !inner.some((one) => isBelow(path, one)) &&
      !isIgnored(facts, path),
  );
}

/** Whether a path lies somewhere in a folder and is not that folder. */
export function isBelow(path: string, folder: string): boolean {
  return path !== '.' && path !== folder && (folder === '.' || path.startsWith(`${folder}/`));
}

/** How projects of one language are recognised. */
interface Language {
  readonly manifests: readonly string[];
  readonly locks: readonly string[];
  /** Whether a manifest is that of a project, rather than one of settings. Of what cannot be read, it is believed. */
  readonly isProject: (name: string, data: unknown) => boolean;
  /** Whether it makes a root where no project stands above: what has settings of its own is judged by them. */
  readonly isEnough: (name: string, data: unknown) => boolean;
  readonly membersOf: (facts: RepositoryFacts) => IsMember;
}

const python: Language = {
  manifests: ['pyproject.toml', 'setup.py', 'setup.cfg'],
  locks: ['uv.lock', 'poetry.lock', 'pdm.lock', 'pylock.toml', 'Pipfile.lock'],
  isProject: (name, data) => {
    if (name === 'setup.py' || data === undefined) return true;
    const tables = name === 'setup.cfg' ? ['metadata', 'options'] : ['project', 'build-system'];
    const own = tables.some((table) => valueIn(data, table) !== undefined);
    return own || valueIn(data, 'tool', 'poetry') !== undefined;
  },
  isEnough: (name, data) => name === 'pyproject.toml' || python.isProject(name, data),
  membersOf: pythonMembers,
};

const node: Language = {
  manifests: ['package.json'],
  locks: [
    'package-lock.json',
    'npm-shrinkwrap.json',
    'pnpm-lock.yaml',
    'yarn.lock',
    'bun.lock',
    'bun.lockb',
  ],
  // Without these it only says how its folder is to be read, or it is what was built.
  isProject: (_, data) =>
    data === undefined ||
    ['name', 'scripts', 'dependencies', 'devDependencies', 'workspaces'].some((key) =>
      Object.hasOwn(tableIn(data), key),
    ),
  isEnough: (name, data) => node.isProject(name, data),
  membersOf: nodeMembers,
};

// `go test ./...` passes over a module further down, and so do people, unless a workspace joins them.
const go: Language = {
  manifests: ['go.mod'],
  locks: [],
  isProject: () => true,
  isEnough: () => true,
  membersOf: goMembers,
};

/** Cargo judges the members of a workspace from its top; what belongs to none, such as a fuzzer, is started by hand. */
const rust: Language = {
  manifests: ['Cargo.toml'],
  locks: [],
  isProject: () => true,
  isEnough: () => true,
  membersOf: () => () => false,
};

const languages = [python, node, go, rust];

/** Material of tests and copies from elsewhere: never projects of the repository, even where a manifest declares them. */
const neverProjects =
  /(?:^|\/)(?:_*(?:tests?|fixtures?)_*|test[-_]?data|examples?|playgrounds?|_?vendor(?:ed)?|third[-_]party)(?=\/|$)/i;

/** What shows how a project is used or measured; it stands for itself where it is declared. */
const besideProjects =
  /(?:^|\/)(?:samples?|demos?|benchmarks?|bench|templates?|sandbox|e2e|specs?|testing)(?=\/|$)/i;

/**
 * A manifest makes a project where no project of its language stands above it. Below one it does where that one, or
 * another above, declares it a member, or where it is kept by itself: with a lock file of its own.
 */
function projectTest(facts: RepositoryFacts, language: Language): (folder: string) => boolean {
  const { files, manifests } = facts;
  const { isProject, isEnough, locks } = language;
  const isMember = language.membersOf(facts);
  const holds = (folder: string, test: Language['isProject']): boolean =>
    language.manifests.some((name) => {
      const path = within(folder, name);
      return files.has(path) && test(name, manifests.get(path));
    });
  return (folder) => {
    if (!holds(folder, () => true)) return false;
    if (neverProjects.test(folder) || isIgnored(facts, folder)) return false;
    if (isMember(folder)) return true;
    if (besideProjects.test(folder)) return false;
    if (
      !upward(folder)
        .slice(1)
        .some((above) => holds(above, isProject))
    ) {
      return holds(folder, isEnough);
    }
    return holds(folder, isProject) && locks.some((name) => files.has(within(folder, name)));
  };
}
