import type { Task } from '#model/task.ts';
import { counted } from '#base/words.ts';

type Asked = Pick<Task, 'id' | 'targets' | 'taskType' | 'tool'>;

/** Whether a task comes from people or from checks elsewhere, and not from what our engines find. */
export function isRequestedWork({ taskType, tool }: Pick<Task, 'taskType' | 'tool'>): boolean {
  return tool === 'ci' || taskType === 'address_review' || taskType === 'resolve_conflict';
}

/** What was done and what was left of all that was asked for beside findings; undefined: nothing was. */
export function describeRequestedWork(
  tasks: readonly Asked[],
  taken: ReadonlySet<Task['id']>,
): string | undefined {
  const asked = tasks.filter(isRequestedWork);
  const done = listRequestedWork(asked.filter(({ id }) => taken.has(id)));
  const left = listRequestedWork(asked.filter(({ id }) => !taken.has(id)));
  const told = [
    ...(done === '' ? [] : [`Changed the code for ${done}.`]),
    ...(left === '' ? [] : [`Changed nothing for ${left}.`]),
  ];
  return told.length === 0 ? undefined : told.join(' ');
}

function listRequestedWork(tasks: readonly Asked[]): string {
  const parts = [describeConflicts(tasks), describeFailedChecks(tasks), describeReviews(tasks)];
  return parts.filter((part) => part !== undefined).join(' and ');
}

function describeConflicts(tasks: readonly Asked[]): string | undefined {
  const files = targetFiles(tasks.filter(({ taskType }) => taskType === 'resolve_conflict'));
  return files.size === 0 ? undefined : `the conflicts in ${counted(files.size, 'file')}`;
}

/** Our own engines do not see what such a check sees: its next run tells whether that helped. */
function describeFailedChecks(tasks: readonly Asked[]): string | undefined {
  const checks = tasks.filter(({ tool }) => tool === 'ci').length;
  return checks === 0 ? undefined : counted(checks, 'failed check');
}

function describeReviews(tasks: readonly Asked[]): string | undefined {
  const reviews = tasks.filter(({ taskType }) => taskType === 'address_review');
  if (reviews.length === 0) return undefined;
  const files = targetFiles(reviews);
  return files.size === 0 ? 'a review' : `a review of ${counted(files.size, 'file')}`;
}

function targetFiles(tasks: readonly Asked[]): ReadonlySet<string> {
  return new Set(tasks.flatMap(({ targets }) => targets.files));
}
