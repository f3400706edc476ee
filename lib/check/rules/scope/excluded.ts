import { inExactForm, type PathTest } from '#base/glob.ts';
import { upward } from '../repository/facts.ts';

/** Whether a setting leaves a path of the repository out, by its own name or by that of a folder above it. */
export function createExclusion(globs: readonly string[]): PathTest {
  if (globs.length === 0) return () => false;
  const isNamed = inExactForm(globs);
  return (path) => upward(path).some((one) => one !== '.' && isNamed(one));
}

/** What is left out, as the fewest paths: of a folder in which nothing else lies its own alone. */
export function listExcluded(files: ReadonlySet<string>, isExcluded: PathTest): readonly string[] {
  const [left, kept] = [[...files].filter(isExcluded), new Set<string>()];
  if (left.length === 0) return [];
  for (const path of files) {
    if (!isExcluded(path)) for (const folder of upward(path)) kept.add(folder);
  }
  const outermost = left.map(
    (path) => upward(path).findLast((one) => one !== '.' && !kept.has(one)) ?? path,
  );
  return [...new Set(outermost)].toSorted();
}
