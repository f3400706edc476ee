import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Sha } from '#model/ids.ts';
import { canonicalScope } from '#check/rules/scope/canonical-paths.ts';
import { liesIn } from '#check/rules/scope/filter-findings.ts';
import type { Ground } from './ground.ts';

/** Where repairs are asked for, relative to the repository; none: everywhere. */
export async function askedPaths(
  { repository, trees }: Pick<Ground, 'repository' | 'trees'>,
  paths: readonly string[],
  tree: Sha,
): Promise<Outcome<readonly string[], 'outside' | 'no-file'>> {
  const scope = canonicalScope(paths, { root: repository });
  if (scope.kind === 'outside') {
    return refuse('outside', `${scope.paths.join(', ')} lies outside of ${repository}`);
  }
  if (paths.length === 0 || scope.paths.includes('.')) return ok([]);
  const { paths: files } = await trees.list(tree);
  const absent = scope.paths.filter((path) => !files.some((file) => liesIn([path], file)));
  if (absent.length === 0) return ok(scope.paths);
  const names = absent.join(', ');
  return refuse('no-file', `no tracked file matches ${names}; paths begin at the repository`);
}
