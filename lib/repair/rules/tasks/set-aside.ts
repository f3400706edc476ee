import type { Task } from '#model/task.ts';
import { namedTests } from './named-tests.ts';

interface SetAside {
  /** Tests that may be skipped now, by their names in the repository. */
  readonly skipped: ReadonlySet<string>;
  /** How many findings may be silenced now. */
  readonly suppressions: number;
}

type Done = Pick<Task, 'status' | 'taskType' | 'targets' | 'validation' | 'findingIds'>;

/** What the tasks that succeeded set aside as they were asked to: it does not count as worse than before. */
export function collectSetAside(tasks: readonly Done[]): SetAside {
  const done = tasks.filter(({ status }) => status === 'succeeded');
  const quarantined = done.filter(({ taskType }) => taskType === 'quarantine');
  const suppressed = done.filter(({ taskType }) => taskType === 'suppress');
  return {
    skipped: new Set(quarantined.flatMap((task) => namedTests(task))),
    suppressions: suppressed.reduce((sum, { findingIds }) => sum + findingIds.length, 0),
  };
}
