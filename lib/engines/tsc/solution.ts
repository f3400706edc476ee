import { tableIn, valueIn } from '#base/data.ts';
import { folderOf, type RepositoryFacts, upward, within } from '#check/rules/repository/facts.ts';

/**
 * Whether a project is made of others and is built with them, as `tsc --build` does: where it has no files of its own,
 * is one of those that can be referred to, or where a script of the repository builds it so.
 */
export function isBuiltAsSolution(facts: RepositoryFacts, config: string): boolean {
  const data = facts.manifests.get(config);
  if (projectReferences(facts, config).length === 0) return false;
  const composite = valueIn(data, 'compilerOptions', 'composite') === true;
  return composite || ownsNothing(data) || isBuiltByScript(facts, folderOf(config));
}

/** The outermost folder whose project is built with that of this one. */
export function builtFrom(facts: RepositoryFacts, root: string): string | undefined {
  return upward(root).findLast((folder) => {
    const config = within(folder, 'tsconfig.json');
    if (folder === root || !isBuiltAsSolution(facts, config)) return false;
    return findReferred(facts, config).has(within(root, 'tsconfig.json'));
  });
}

function ownsNothing(data: unknown): boolean {
  const lists = ['files', 'include'].map((key) => valueIn(data, key)).filter(Array.isArray);
  return lists.length > 0 && lists.every((list) => list.length === 0);
}

const build = /\btsc\s(?:[^&|;]*\s)?(?:-b|--build)\b/;

function isBuiltByScript({ manifests }: RepositoryFacts, folder: string): boolean {
  return upward(folder).some((one) => {
    const scripts = tableIn(manifests.get(within(one, 'package.json')), 'scripts');
    return Object.values(scripts).some((script) => build.test(String(script)));
  });
}

/** A project and all that it refers to, however far. */
function findReferred(facts: RepositoryFacts, config: string): ReadonlySet<string> {
  const all = new Set([config]);
  for (const one of all) for (const other of projectReferences(facts, one)) all.add(other);
  return all;
}

function projectReferences({ manifests }: RepositoryFacts, config: string): readonly string[] {
  const listed = valueIn(manifests.get(config), 'references');
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((reference) => {
    const path = valueIn(reference, 'path');
    if (typeof path !== 'string') return [];
    const place = joinPath(folderOf(config), path);
    return [place.endsWith('.json') ? place : within(place, 'tsconfig.json')];
  });
}

/** A path that one file names, as seen from the repository. */
export function joinPath(folder: string, path: string): string {
  const parts = folder === '.' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/') || '.';
}
