import { testInRepository } from '#check/rules/findings/test-names.ts';
import type { NewTask } from '#model/task.ts';

/**
 * The tests of a task by their names in the repository. The task names them as their engine does, which knows nothing
 * of the folder that it runs in.
 */
export function namedTests(task: Pick<NewTask, 'targets' | 'validation'>): readonly string[] {
  const root = rootOfTask(task);
  return task.targets.testIds.map((id) => testInRepository({ id }, root).id);
}

/** The folder in which the engine of a task runs. */
export function rootOfTask({ validation }: Pick<NewTask, 'validation'>): string {
  return validation.commands[0]?.cwd ?? '.';
}
