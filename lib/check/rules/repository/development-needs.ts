import { tableIn, textListIn, valueIn } from '#base/data.ts';
import { folderOf, type RepositoryFacts, within } from './facts.ts';
import { listRequirements, normalizeName } from './requirement-lists.ts';

/** What is installed beside a Python project by those who work on it. */
export interface DevelopmentNeeds {
  /** Optional dependencies of the project itself. */
  readonly extras: readonly string[];
  /** Groups of dependencies that are never published. */
  readonly groups: readonly string[];
  /** Arguments of pip for what tox and hatch install beside these. */
  readonly packages: readonly string[];
  /** Lists of requirements, relative to the repository. */
  readonly lists: readonly string[];
}

/** Names under which projects list what is needed to test and check them, rather than to run or to publish them. */
const forWork =
  /^(?:all[-_])?(?:tests?|testing|pytest|unit|dev|devel|develop(?:ment|ers?)?|lint(?:ing|ers?)?|format(?:ting)?|style|typ(?:es?|ing|e-?check(?:ing)?)|mypy|checks?|cov(?:er(?:age)?)?|enabler|qa|quality|ci)$/i;

/** Finds what a root says of this: by the names of its lists, and by the environment in which tox or hatch run its tests. */
export function findDevelopmentNeeds(facts: RepositoryFacts, root: string): DevelopmentNeeds {
  const read = (name: string): unknown => facts.manifests.get(within(root, name));
  const manifest = read('pyproject.toml');
  const offered = [
    ...Object.keys(tableIn(manifest, 'project', 'optional-dependencies')),
    ...Object.keys(tableIn(manifest, 'tool', 'poetry', 'extras')),
    ...Object.keys(tableIn(read('setup.cfg'), 'options.extras_require')),
  ];
  const known = [
    ...Object.keys(tableIn(manifest, 'dependency-groups')),
    ...Object.keys(tableIn(manifest, 'tool', 'poetry', 'group')),
  ];
  const environments = [
    ...readTox(facts, root),
    ...readHatch(tableIn(manifest, 'tool', 'hatch')),
    ...readHatch(read('hatch.toml')),
  ];
  const named = (key: 'extras' | 'groups', among: readonly string[]) => {
    const asked = new Set(environments.flatMap((one) => one[key]));
    return [...new Set(among.filter((name) => forWork.test(name) || asked.has(name)))];
  };
  return {
    extras: named('extras', offered),
    groups: named('groups', known),
    packages: [...new Set(environments.flatMap(({ packages }) => packages))],
    lists: listsForWork(facts, root),
  };
}

/** In the folder itself all of them: they are kept for whoever works there. */
function listsForWork({ files }: RepositoryFacts, root: string): readonly string[] {
  return [...files]
    .filter((path) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (folderOf(path) === root) {
        const [, kind] = /^(\w+)[-_]requirements\.txt$/.exec(name) ?? [];
        return /^requirements[^/]*\.txt$/.test(name) || (kind !== undefined && forWork.test(kind));
      }
      const [, kind] = /^([\w-]+)\.txt$/.exec(name) ?? [];
      return folderOf(path) === within(root, 'requirements') && forWork.test(kind ?? '');
    })
    .toSorted();
}

/** What one environment of tox or hatch has installed. */
interface OwnEnvironment {
  readonly extras: readonly string[];
  readonly groups: readonly string[];
  readonly packages: readonly string[];
}

/** The environment that all others of tox begin with. */
function readTox({ manifests }: RepositoryFacts, root: string): readonly OwnEnvironment[] {
  const ini = tableIn(manifests.get(within(root, 'tox.ini')), 'testenv');
  const linesOf = (key: string): readonly string[] => {
    const value = ini[key];
    return typeof value === 'string' ? value.split(/[\n,]/).map((line) => line.trim()) : [];
  };
  const written = [
    valueIn(manifests.get(within(root, 'tox.toml')), 'env_run_base'),
    valueIn(manifests.get(within(root, 'pyproject.toml')), 'tool', 'tox', 'env_run_base'),
  ];
  const fromIni = {
    extras: linesOf('extras'),
    groups: linesOf('dependency_groups'),
    packages: sureRequirements(typeof ini['deps'] === 'string' ? ini['deps'].split('\n') : []),
  };
  return [
    fromIni,
    ...written.map((env) => ({
      extras: textListIn(env, 'extras'),
      groups: textListIn(env, 'dependency_groups'),
      packages: sureRequirements(textListIn(env, 'deps')),
    })),
  ];
}

/** Environments of hatch for tests and checks, and the one that all others begin with. */
function readHatch(data: unknown): readonly OwnEnvironment[] {
  return Object.entries(tableIn(data, 'envs')).flatMap(([name, env]) => {
    if (name !== 'default' && !forWork.test(name.replace(/^hatch-/, ''))) return [];
    const own = valueIn(env, 'dependencies') === undefined && name === 'hatch-test';
    const lists = [
      ...(own ? ofHatchTest : []),
      ...['dependencies', 'extra-dependencies'].flatMap((key) => textListIn(env, key)),
    ];
    return [
      {
        extras: textListIn(env, 'features'),
        groups: textListIn(env, 'dependency-groups'),
        packages: sureRequirements(lists),
      },
    ];
  });
}

/** What hatch installs in its environment for tests, unless told otherwise. */
const ofHatchTest = [
  'coverage[toml]',
  'pytest',
  'pytest-mock',
  'pytest-rerunfailures',
  'pytest-xdist[psutil]',
];

/** As arguments of pip. What holds for some environments alone, or names others in braces, is not surely asked for. */
function sureRequirements(lines: readonly string[]): readonly string[] {
  return lines
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '' && !/[{}]/.test(line) && !/^[\w.,!-]+:\s/.test(line))
    .flatMap((line) => {
      const [, option, value = ''] =
        /^(-[rc]|--requirement|--constraint)[ =]*(.+)$/.exec(line) ?? [];
      if (option !== undefined) return [option, value];
      return line.startsWith('-') ? [] : [line];
    });
}

/** Groups that a group for work may include, and that no check needs. */
const forReaders = /^(?:docs?|documentation|release|publish(?:ing)?)$/i;

/** What groups ask for, with the groups that they include. */
export function expandGroups(manifest: unknown, names: readonly string[]): readonly string[] {
  const groups = tableIn(manifest, 'dependency-groups');
  const wanted = new Set(names);
  const found = new Set<string>();
  for (const name of wanted) {
    const entries: unknown = groups[name];
    if (!Array.isArray(entries)) continue;
    for (const entry of entries) {
      const included = valueIn(entry, 'include-group');
      if (typeof included === 'string' && !forReaders.test(included)) wanted.add(included);
      if (typeof entry === 'string') found.add(entry);
    }
  }
  return [...found];
}

/** Whether a set-up of the project would bring a package. */
export function isAskedFor(facts: RepositoryFacts, root: string, name: string): boolean {
  const { packages } = findDevelopmentNeeds(facts, root);
  return (
    listRequirements(facts, root).some(({ names }) => names.has(name)) ||
    packages.some((one) => normalizeName(/^[\w.-]+/.exec(one)?.[0] ?? '') === name)
  );
}
