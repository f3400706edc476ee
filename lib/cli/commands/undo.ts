import type { RegisterCommand } from '../context.ts';
import { undoRun } from '../fix/undo-run.ts';

/** `ratchetr undo`: takes back what a run put into the work tree, or the branch that it made. */
export const register: RegisterCommand = (program, context) => {
  program
    .command('undo')
    .argument('<run>', 'its id or the beginning of it; last: the newest')
    .description('take back what a run changed here')
    .action((asked: string) => undoRun(context, asked));
};
