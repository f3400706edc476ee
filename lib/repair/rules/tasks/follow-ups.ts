import type { Finding } from '#model/finding.ts';
import { taskId } from '#model/ids.ts';
import type { NewTask, Task } from '#model/task.ts';
import { draftOf } from './draft.ts';
import { hidesOthers, priorityOf, rankFindings } from './rank.ts';
import { type AllowedTasks, taskAllowed } from './task-policy.ts';

export interface FollowUpInput {
  /** All of the run. */
  readonly tasks: readonly Task[];
  /** Findings of a task that are still there. */
  readonly left: (task: Task) => readonly Finding[];
  /** Whether a tool is an engine that runs tests. */
  readonly runsTests: (tool: string) => boolean;
  readonly allowed: AllowedTasks;
}

/** Where it is allowed, tests and findings that were tried to be repaired as often as may be are set aside. */
export function planFollowUps(input: FollowUpInput): readonly NewTask[] {
  const { tasks, left, runsTests, allowed } = input;
  const known = new Set(tasks.map(({ id }) => id));
  return tasks
    .filter((task) => isWornOut(task))
    .flatMap((task) => {
      const follow = runsTests(task.tool) ? quarantineTask : suppressTask;
      return follow(task, left(task)) ?? [];
    })
    .filter(({ id, taskType }) => taskAllowed(taskType, allowed) && !known.has(id));
}

/** Only attempts count: a task that waited in vain, or lost its workers, was not tried. */
function isWornOut({ status, taskType, failures, retryPolicy }: Task): boolean {
  const repairs = taskType === 'fix' || taskType === 'refactor';
  return repairs && status === 'abandoned' && failures >= retryPolicy.maxAttempts;
}

/** The task to mark tests that no attempt repaired, if any can be marked. */
export function quarantineTask(task: Task, left: readonly Finding[]): NewTask | undefined {
  const tests = left.filter(({ testId }) => testId !== undefined);
  return setAsideTask('quarantine', task, tests);
}

/** The task to silence findings that no attempt repaired, if any can be silenced. */
export function suppressTask(task: Task, left: readonly Finding[]): NewTask | undefined {
  const placed = left.filter(({ line }) => line !== undefined);
  return setAsideTask('suppress', task, placed);
}

function setAsideTask(
  taskType: 'quarantine' | 'suppress',
  task: Task,
  candidates: readonly Finding[],
): NewTask | undefined {
  // A file that cannot be loaded has nothing to mark, and hides what is in it.
  const findings = candidates.filter((one) => !hidesOthers(rankFindings([one])));
  if (findings.length === 0) return undefined;
  const { title, description, targets, findingIds } = draftOf(taskType, findings);
  return {
    id: taskId.parse(`${task.id}-${taskType}`),
    runId: task.runId,
    tool: task.tool,
    taskType,
    priority: priorityOf({ stage: 'set_aside', severity: 'low' }),
    fingerprint: `${task.fingerprint}-${taskType}`,
    title,
    description,
    targets,
    findingIds: [...findingIds],
    validation: task.validation,
    retryPolicy: task.retryPolicy,
    dependsOn: [],
  };
}
