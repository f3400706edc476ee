import { openRepairHost } from '#local/repair-host.ts';
import { openRepositoryState } from '#local/stores.ts';
import { counted } from '#base/words.ts';
import { undoRun } from '#repair/undo-run.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { locateRepository } from '../locate-repository.ts';
import { refuseCommand } from '../refusal.ts';
import { readCommandConfig } from '../read-config.ts';
import { findRun } from '../runs/find-run.ts';

/** `ratchetr undo`: reverts what a run put into the work tree, or deletes the branch that it made. */
export const register: RegisterCommand = (program, context) => {
  program
    .command('undo')
    .argument('<run>', 'its id or the beginning of it; last: the newest')
    .description('revert what a run changed here')
    .action((asked: string) => undoByHand(context, asked));
};

async function undoByHand(context: CliContext, asked: string): Promise<void> {
  const host = openRepairHost({ ...context, output: context.stderr });
  const located = await locateRepository(context, host.history);
  if (located === undefined) return;
  const { repository } = located;
  const state = await openRepositoryState(host, repository);
  try {
    const found = await findRun(state.stores.runs, asked);
    if (found.kind === 'refused') return refuseCommand(context, found.sentence);
    const run = found.value;
    const readSettings = () =>
      readCommandConfig(context, { folder: repository, options: { set: [] } })?.config;
    const undone = await undoRun(host, { run, repository, state, readConfig: readSettings });
    if (undone.kind === 'refused') return refuseUndo(context, undone.sentence);
    const what = undone.value === 0 ? 'its branch is gone' : counted(undone.value, 'file');
    context.stdout.write(`${run.id} is undone: ${what}.\n`);
  } finally {
    state.stores.close();
  }
}

function refuseUndo(context: CliContext, sentence: string): void {
  refuseCommand(context, `${sentence}${sentence.endsWith('.') ? '' : '.'}`);
}
