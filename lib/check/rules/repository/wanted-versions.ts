import { textListIn, valueIn } from '#base/data.ts';
import { type RepositoryFacts, upward, within } from './facts.ts';

export interface WantedVersion {
  readonly language: 'Python' | 'Node';
  /** As it is written: a version, a range, or a name such as `lts/*`. */
  readonly version: string;
  /** The file that says so. */
  readonly at: string;
}

/** The versions of its languages that a project asks for, the nearest file of each kind first. */
export function listWantedVersions(facts: RepositoryFacts, root: string): readonly WantedVersion[] {
  return sources.flatMap(({ language, name, read }) => {
    const found = upward(root).flatMap((folder) => {
      const at = within(folder, name);
      const version = read(facts.manifests.get(at));
      return typeof version === 'string' && version !== '' ? [{ language, version, at }] : [];
    });
    return found.slice(0, 1);
  });
}

/** The Python that a root names, to the second digit; undefined: none, or a range of them. */
export function findWantedPython(
  facts: RepositoryFacts,
  root: string,
): { readonly minor: string; readonly at: string } | undefined {
  const wanted = listWantedVersions(facts, root).find(({ language }) => language === 'Python');
  const [, minor] = /^(?:cpython-|python-?)?(3\.\d+)(?:\.\d+)*$/i.exec(wanted?.version ?? '') ?? [];
  return wanted === undefined || minor === undefined ? undefined : { minor, at: wanted.at };
}

interface VersionSource {
  readonly language: WantedVersion['language'];
  readonly name: string;
  readonly read: (data: unknown) => unknown;
}

/** Files of one line, but for remarks. */
const firstLine = (data: unknown): string | undefined =>
  textListIn(data, 'lines')
    .map((line) => line.trim())
    .find((line) => line !== '' && !line.startsWith('#'));

const fromTool =
  (tool: string) =>
  (data: unknown): string | undefined =>
    textListIn(data, 'lines').flatMap((line) => {
      const [name, version] = line.trim().split(/\s+/);
      return name === tool && version !== undefined ? [version] : [];
    })[0];

const sources: readonly VersionSource[] = [
  { language: 'Python', name: '.python-version', read: firstLine },
  { language: 'Python', name: '.tool-versions', read: fromTool('python') },
  {
    language: 'Python',
    name: 'pyproject.toml',
    read: (data) =>
      valueIn(data, 'project', 'requires-python') ??
      valueIn(data, 'tool', 'poetry', 'dependencies', 'python'),
  },
  {
    language: 'Python',
    name: 'setup.cfg',
    read: (data) => valueIn(data, 'options', 'python_requires'),
  },
  { language: 'Node', name: '.nvmrc', read: firstLine },
  { language: 'Node', name: '.node-version', read: firstLine },
  { language: 'Node', name: '.tool-versions', read: fromTool('nodejs') },
  { language: 'Node', name: 'package.json', read: (data) => valueIn(data, 'volta', 'node') },
  { language: 'Node', name: 'package.json', read: (data) => valueIn(data, 'engines', 'node') },
];
