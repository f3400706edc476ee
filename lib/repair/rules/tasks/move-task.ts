import { isOfFile } from '#check/rules/findings/test-names.ts';
import { fromRoot } from '#check/rules/repository/facts.ts';
import type { NewTask } from '#model/task.ts';
import { rootOfTask } from './named-tests.ts';
import { pathAsArgument } from './recheck.ts';

type Movable = Pick<NewTask, 'targets' | 'validation'>;

/** The same task where its files lie now: a repair may move them, and the tools are to look there. */
export function moveTask<Task extends Movable>(
  task: Task,
  renames: ReadonlyMap<string, string>,
): Task {
  const moves = new Map([...renames].filter(([from]) => task.targets.files.includes(from)));
  if (moves.size === 0) return task;
  const { targets, validation } = task;
  const root = rootOfTask(task);
  return {
    ...task,
    targets: {
      ...targets,
      files: targets.files.map((file) => moves.get(file) ?? file),
      testIds: targets.testIds.map((id) => renameInText(id, moves, (file) => fromRoot(file, root))),
    },
    validation: {
      ...validation,
      commands: validation.commands.map((command) => ({
        ...command,
        args: command.args.map((arg) =>
          renameInText(arg, moves, (file) => pathAsArgument(command.cwd, file)),
        ),
      })),
    },
  };
}

/** The same task without files that are gone: whether they may be is another question, and tools would not find them. */
export function leaveOutGone<Task extends Movable>(
  task: Task,
  gone: ReadonlySet<string> = new Set(),
): Task {
  const { targets, validation } = task;
  if (!targets.files.some((file) => gone.has(file))) return task;
  return {
    ...task,
    targets: { ...targets, files: targets.files.filter((file) => !gone.has(file)) },
    validation: {
      ...validation,
      commands: validation.commands.map((command) => {
        const names = new Set([...gone].map((file) => pathAsArgument(command.cwd, file)));
        return { ...command, args: command.args.filter((arg) => !names.has(arg)) };
      }),
    },
  };
}

/** A text that names a file, or a test in it, with the name that the file has now; `nameFile` says how tools write paths. */
function renameInText(
  text: string,
  moves: ReadonlyMap<string, string>,
  nameFile: (path: string) => string,
): string {
  for (const [from, to] of moves) {
    const before = nameFile(from);
    if (isOfFile(text, before)) return nameFile(to) + text.slice(before.length);
  }
  return text;
}
