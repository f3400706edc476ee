import type { EnginePlan } from '#model/engine-plan.ts';
import type { Finding } from '#model/finding.ts';
import { isBelow } from '../repository/roots.ts';

type Planned = Pick<EnginePlan, 'engine' | 'root'>;

/** Leaves out what a run says of files for which a run of the same engine further down answers. */
export function ownFindings<One extends Pick<Finding, 'filePath'>>(
  findings: readonly One[],
  run: Planned,
  all: readonly Planned[],
): readonly One[] {
  return findings.filter(
    ({ filePath }) => filePath === undefined || !isOfInnerRun(filePath, run, all),
  );
}

/** Whether a run of the same engine further down answers for a file of the repository. */
export function isOfInnerRun(
  path: string,
  { engine, root }: Planned,
  all: readonly Planned[],
): boolean {
  return all.some(
    (one) => one.engine === engine && isBelow(one.root, root) && isBelow(path, one.root),
  );
}
