import { testInRepository } from '#check/rules/findings/test-names.ts';
import type { NewTask } from '#model/task.ts';

/**
 * The tests of a task by their names in the repository. The task names them as their engine does, which knows nothing
 * of the folder that it runs in.
 */
export function namedTests({
  targets,
  validation,
}: Pick<NewTask, 'targets' | 'validation'>): readonly string[] {
  const root = validation.commands[0]?.cwd ?? '.';
  return targets.testIds.map((id) => testInRepository({ id }, root).id);
}
