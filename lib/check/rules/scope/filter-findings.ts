import type { EnginePlan } from '#model/engine-plan.ts';
import type { Finding } from '#model/finding.ts';
import { canonicalPath } from './canonical-paths.ts';

type InFile = Pick<Finding, 'filePath'>;

/** The findings that a run on this scope alone would have; those without a path stay in. */
export function filterFindings<One extends InFile>(
  findings: readonly One[],
  { root, scope }: Pick<EnginePlan, 'root' | 'scope'>,
): readonly One[] {
  return findings.filter(
    ({ filePath }) => filePath === undefined || liesIn(scope, pathFromRoot(root, filePath)),
  );
}

/** Whether a canonical path is one of the scope or lies below one. */
export function liesIn(scope: readonly string[], path: string | null): boolean {
  return scope.some((one) => one === '.' || one === path || path?.startsWith(`${one}/`));
}

/** Findings name files from the repository, plans from their root. */
function pathFromRoot(root: string, filePath: string): string | null {
  return canonicalPath(`/repository/${filePath}`, { root: `/repository/${root}` });
}
