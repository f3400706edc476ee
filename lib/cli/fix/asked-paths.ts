import type { Sha } from '#model/ids.ts';
import { canonicalScope } from '#check/rules/scope/canonical-paths.ts';
import { liesIn } from '#check/rules/scope/filter-findings.ts';
import type { Ground } from './ground.ts';

/** Where repairs are asked for, relative to the repository; none: everywhere. A sentence: why nothing can lie there. */
export async function askedPaths(
  { repository, trees }: Pick<Ground, 'repository' | 'trees'>,
  paths: readonly string[],
  tree: Sha,
): Promise<readonly string[] | string> {
  const scope = canonicalScope(paths, { root: repository });
  if (scope.kind === 'outside') return `${scope.paths.join(', ')} lies outside of ${repository}`;
  if (paths.length === 0 || scope.paths.includes('.')) return [];
  const { paths: files } = await trees.list(tree);
  const absent = scope.paths.filter((path) => !files.some((file) => liesIn([path], file)));
  if (absent.length === 0) return scope.paths;
  return `git would keep no file at ${absent.join(', ')}; name what is there, relative to the top`;
}
