import { tableIn, textListIn, valueIn } from '#base/data.ts';
import { folderOf, type RepositoryFacts, upward, within } from './facts.ts';

/** One list of what is to be installed with a project. */
export interface RequirementList {
  readonly names: ReadonlySet<string>;
  /** It is installed wherever the project is worked on, rather than where somebody asks for it. */
  readonly always: boolean;
}

/** Every list that asks for packages in a root: tables of manifests, extras, groups, and files of requirements. */
export function listRequirements(facts: RepositoryFacts, root: string): readonly RequirementList[] {
  const { manifests } = facts;
  return [
    ...upward(root).flatMap((folder) => [
      ...readPyproject(manifests.get(within(folder, 'pyproject.toml'))),
      ...readSetupConfig(manifests.get(within(folder, 'setup.cfg'))),
    ]),
    ...readRequirementFiles(facts, root).map((lines) => nameList(lines, false)),
  ];
}

/** What a project surely needs to run. */
export function listRuntimeNeeds(
  { manifests }: RepositoryFacts,
  root: string,
): ReadonlySet<string> {
  const own = textListIn(manifests.get(within(root, 'pyproject.toml')), 'project', 'dependencies');
  const older = valueIn(manifests.get(within(root, 'setup.cfg')), 'options', 'install_requires');
  return nameList([...own, ...linesOf(older)], true).names;
}

/** Lines of the lists of requirements, which lie in a folder of their own or in that of a project. */
export function readRequirementFiles(
  { manifests }: RepositoryFacts,
  root: string,
): readonly (readonly string[])[] {
  const folders = new Set(upward(root).flatMap((one) => [one, within(one, 'requirements')]));
  return [...manifests].flatMap(([path, data]) =>
    /\.(?:txt|in)$/.test(path) && folders.has(folderOf(path)) ? [textListIn(data, 'lines')] : [],
  );
}

/** What is asked for under a condition is not surely asked for here. */
function nameList(lines: readonly string[], always: boolean): RequirementList {
  const sure = lines.map((line) => line.trim()).filter((line) => !line.includes(';'));
  const names = sure.flatMap((line) => /^["']?([a-z\d][\w.-]*)/i.exec(line)?.[1] ?? []);
  return { names: new Set(names.map(normalizeName)), always };
}

export function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

function readPyproject(data: unknown): readonly RequirementList[] {
  const extras = Object.values(tableIn(data, 'project', 'optional-dependencies'));
  const olderPdm = Object.values(tableIn(data, 'tool', 'pdm', 'dev-dependencies'));
  return [
    nameList(textListIn(data, 'project', 'dependencies'), true),
    nameList(textListIn(data, 'tool', 'uv', 'dev-dependencies'), true),
    ...olderPdm.map((list) => nameList(textListIn(list), true)),
    ...extras.map((list) => nameList(textListIn(list), false)),
    ...readGroups(data),
    ...readPoetry(data),
  ];
}

/** Of the groups uv installs those that it is told to, or `dev`, with all that they include. */
function readGroups(data: unknown): readonly RequirementList[] {
  const groups = tableIn(data, 'dependency-groups');
  const chosen = valueIn(data, 'tool', 'uv', 'default-groups') ?? ['dev'];
  const always = new Set(chosen === 'all' ? Object.keys(groups) : textListIn(chosen));
  for (const name of always) {
    const entries = groups[name];
    if (!Array.isArray(entries)) continue;
    for (const entry of entries) {
      const included: unknown = valueIn(entry, 'include-group');
      if (typeof included === 'string') always.add(included);
    }
  }
  return Object.keys(groups).map((name) => nameList(textListIn(groups, name), always.has(name)));
}

/** A name and its version each; a group is installed where it is not optional. */
function readPoetry(data: unknown): readonly RequirementList[] {
  const poetry = tableIn(data, 'tool', 'poetry');
  const groups = Object.values(tableIn(poetry, 'group'));
  return [
    nameList(Object.keys(tableIn(poetry, 'dependencies')), true),
    nameList(Object.keys(tableIn(poetry, 'dev-dependencies')), true),
    ...groups.map((group) =>
      nameList(Object.keys(tableIn(group, 'dependencies')), valueIn(group, 'optional') !== true),
    ),
  ];
}

function readSetupConfig(data: unknown): readonly RequirementList[] {
  const extras = Object.values(tableIn(data, 'options.extras_require'));
  const own = valueIn(data, 'options', 'install_requires');
  return [nameList(linesOf(own), true), ...extras.map((list) => nameList(linesOf(list), false))];
}

function linesOf(value: unknown): readonly string[] {
  return typeof value === 'string' ? value.split('\n') : [];
}
