import { tableIn } from './data.ts';
import { folderOf, type RepositoryFacts, upward } from './facts.ts';
import { detectPython } from './python.ts';

/**
 * Whether the Python of a root has a package: by what is installed there, and where that is not known, by what the
 * project asks for.
 */
export function hasPackage(facts: RepositoryFacts, root: string, name: string): boolean {
  const { venvPath } = detectPython(facts, root);
  const installed = venvPath === null ? undefined : facts.packages?.get(venvPath);
  return installed === undefined ? asksFor(facts, root, name) : installed.has(name);
}

const manifestNames = /(?:^|\/)(?:pyproject\.toml|setup\.cfg|tox\.ini|requirements[^/]*\.txt)$/;

/** Requirements have many places; a name with a version is hardly anything else. */
function asksFor({ manifests }: RepositoryFacts, root: string, name: string): boolean {
  const folders = upward(root);
  const wanted = new RegExp(`^["']?${name.replaceAll('-', '[-_.]')}(?![\\w.-])`, 'i');
  return [...manifests].some(
    ([path, data]) =>
      manifestNames.test(path) &&
      folders.includes(folderOf(path)) &&
      wordsIn(data).some((word) => wanted.test(word)),
  );
}

/** All texts, line by line, and all keys. */
function wordsIn(data: unknown): readonly string[] {
  if (typeof data === 'string') return data.split('\n').map((line) => line.trim());
  if (Array.isArray(data)) return data.flatMap(wordsIn);
  return Object.entries(tableIn(data)).flatMap(([key, value]) => [key, ...wordsIn(value)]);
}
