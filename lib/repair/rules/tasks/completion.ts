import type { Task } from '#model/task.ts';
import { isFinal } from './lifecycle.ts';

export type Completion =
  | { readonly kind: 'open'; readonly remaining: number }
  | { readonly kind: 'complete' };

/** A run without tasks is complete: there is nothing to repair. */
export function completion(tasks: readonly Pick<Task, 'status'>[]): Completion {
  const remaining = tasks.filter((task) => !isFinal(task.status)).length;
  return remaining > 0 ? { kind: 'open', remaining } : { kind: 'complete' };
}
