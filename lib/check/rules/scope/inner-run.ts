import type { EnginePlan } from '#model/engine-plan.ts';
import { isBelow } from '../repository/roots.ts';

type Planned = Pick<EnginePlan, 'engine' | 'root'>;

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
