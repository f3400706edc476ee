import type { Permit } from '../verdict/rules.ts';
import type { TaskType } from '#model/task.ts';

/** Which kinds of tasks may be worked on, as the configuration says. */
export type AllowedTasks = Readonly<Record<TaskType, boolean>>;

/** Whether tasks of this kind may be worked on; others are only reported. */
export function taskAllowed(taskType: TaskType, allowed: AllowedTasks): boolean {
  return allowed[taskType];
}

/** What the kind of a task asks for that is refused otherwise. */
export function permitsOf(taskType: TaskType): readonly Permit[] {
  return permits[taskType];
}

const permits: Readonly<Record<TaskType, readonly Permit[]>> = {
  fix: [],
  add_test: [],
  remove_skip: [],
  refactor: [],
  quarantine: ['skips'],
  suppress: ['suppressions'],
  // What an engine repairs by itself is no agent's, wherever it stands.
  autofix: ['configuration'],
  // What it calls unsafe is believed no more than what an agent makes.
  autofix_unsafe: [],
  resolve_conflict: [],
  address_review: [],
};
