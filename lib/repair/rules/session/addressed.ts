import type { TaskId } from '#model/ids.ts';
import type { ReviewThread } from '#model/review.ts';
import type { AcceptedDiff } from '#model/run.ts';
import type { Task } from '#model/task.ts';

/** What a session did, as its run tells it. */
export interface DoneWork {
  readonly tasks: readonly Task[];
  readonly accepted: readonly AcceptedDiff[];
  /** Tasks whose accepted change was taken out at the end, and why. */
  readonly dropped: ReadonlyMap<TaskId, string>;
}

/** The tasks that were to address what is asked of a file. */
export function tasksFor({ path = '' }: Pick<ReviewThread, 'path'>, { tasks }: DoneWork): Task[] {
  return tasks.filter(
    ({ taskType, targets }) => taskType === 'address_review' && targets.files.includes(path),
  );
}

/** The one whose change is in the result; undefined: nothing was changed for this thread. */
export function taskThatAddressed(
  thread: Pick<ReviewThread, 'path'>,
  work: DoneWork,
): Task | undefined {
  const taken = new Set(work.accepted.map(({ taskId }) => taskId));
  return tasksFor(thread, work).find(({ id }) => taken.has(id) && !work.dropped.has(id));
}
