import { type DiffEntry, newPath } from './diff.ts';
import { foldPath } from '#base/fold-path.ts';
import { ofNodePackages, shadowedModule } from '#check/rules/judging/shadowing-modules.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';
import type { DiffRules } from './rules.ts';

/** No change may bring what is loaded in place of what is installed. */
export function judgeShadowing(
  diff: readonly DiffEntry[],
  { existingPaths, toolModules }: DiffRules,
): readonly Rejection[] {
  const packages = diff
    .filter(({ path, newMode }) => newMode !== null && ofNodePackages.test(foldPath(path)))
    .map(({ path }) => rejectShadow(path, 'the packages that are installed'));
  return [...packages, ...modulesShadowed(diff, existingPaths, toolModules)];
}

function rejectShadow(path: string, what: string): Rejection {
  return rejectPath(
    'MODULE_SHADOWED',
    path,
    (shown) =>
      `${shown} would be loaded in place of ${what}; leave it out, or give it another name.`,
  );
}

function modulesShadowed(
  diff: readonly DiffEntry[],
  existingPaths: readonly string[],
  toolModules: ReadonlySet<string>,
): readonly Rejection[] {
  const before = new Set(existingPaths);
  const made = diff.filter((entry) => newPath(entry) !== undefined);
  const after = new Set([...before, ...made.map(({ path }) => path)]);
  return made.flatMap(({ path, newMode }) => {
    const file = { path, isLink: newMode === '120000' };
    const name = shadowedModule(file, toolModules, { before, after });
    return name === undefined ? [] : rejectShadow(path, `the module ${name}, which the tools use`);
  });
}
