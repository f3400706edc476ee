import { type DiffEntry, newPath } from './diff.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';
import type { DiffRules } from './rules.ts';

/** Type checkers read a stub in place of the module that it describes, so what the module holds is judged no more. */
export function judgeStubs(
  diff: readonly DiffEntry[],
  { existingPaths, request }: DiffRules,
): readonly Rejection[] {
  if (request.permits.includes('suppressions')) return [];
  const made = diff.flatMap((entry) => newPath(entry) ?? []);
  const modules = [...existingPaths, ...made].filter((path) => path.endsWith('.py'));
  const names = new Set(modules.map((path) => moduleName(path)));
  return made
    .filter((path) => path.endsWith('.pyi') && names.has(moduleName(path)))
    .map((path) =>
      rejectPath(
        'SUPPRESSION_ADDED',
        path,
        (shown) =>
          `${shown} hides the module that it describes from type checkers; write the types into the module.`,
      ),
    );
}

/** The last two parts of its name, for stubs may lie in a folder of their own; `shop-stubs` is that of `shop`. */
function moduleName(path: string): string {
  const parts = path.replace(/(?:\/__init__)?\.pyi?$/, '').split('/');
  const [parent, name] = [parts.at(-2)?.replace(/-stubs$/, ''), parts.at(-1)];
  const isTop = parent === undefined || /^(?:src|lib|python|stubs|typings)$/.test(parent);
  return `${isTop ? '' : `${parent}/`}${name?.replace(/-stubs$/, '')}`;
}
