import type { Task } from '#model/task.ts';
import { isFinal } from './lifecycle.ts';

export type Completion =
  | { readonly kind: 'open'; readonly remaining: number }
  | { readonly kind: 'complete'; readonly status: 'succeeded' | 'failed' };

/** A run without tasks is complete and has succeeded: there was nothing to repair. */
export function completion(tasks: readonly Pick<Task, 'status'>[]): Completion {
  const remaining = tasks.filter((task) => !isFinal(task.status)).length;
  if (remaining > 0) return { kind: 'open', remaining };
  const all = tasks.every((task) => task.status === 'succeeded');
  return { kind: 'complete', status: all ? 'succeeded' : 'failed' };
}
