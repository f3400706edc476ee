import { isOfFile, followTestFile } from '#check/rules/findings/test-names.ts';
import type { NewTask } from '#model/task.ts';
import { pathAsArgument } from './recheck.ts';

type Movable = Pick<NewTask, 'targets' | 'validation'>;

/** The same task where its files lie now: a repair may move them, and the tools are to look there. */
export function movedTask<Task extends Movable>(
  task: Task,
  renames: ReadonlyMap<string, string>,
): Task {
  const moves = new Map([...renames].filter(([from]) => task.targets.files.includes(from)));
  if (moves.size === 0) return task;
  const { targets, validation } = task;
  return {
    ...task,
    targets: {
      ...targets,
      files: targets.files.map((file) => moves.get(file) ?? file),
      testIds: targets.testIds.map((id) => followTestFile({ id }, moves).id),
    },
    validation: {
      ...validation,
      commands: validation.commands.map((command) => ({
        ...command,
        args: command.args.map((arg) => movedArgument(arg, { root: command.cwd, moves })),
      })),
    },
  };
}

function movedArgument(
  arg: string,
  { root, moves }: { readonly root: string; readonly moves: ReadonlyMap<string, string> },
): string {
  for (const [from, to] of moves) {
    const before = pathAsArgument(root, from);
    if (isOfFile(arg, before)) return pathAsArgument(root, to) + arg.slice(before.length);
  }
  return arg;
}
