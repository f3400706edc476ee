import { counted } from '#base/words.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { refuseCommand } from '../refusal.ts';
import { operatorName } from '../workspaces/give-order.ts';
import {
  addPlaneOptions,
  type PlaneLocation,
  withOperations,
} from '../workspaces/open-operations.ts';

/** `ratchetr pause`: starts nothing new on any pull request until `ratchetr resume`. */
export const register: RegisterCommand = (program, context) => {
  const command = program
    .command('pause')
    .description('start no fixup on any pull request; all of them are still watched');
  addPlaneOptions(command).action((options: PlaneLocation) => pauseFixing(context, options));
};

async function pauseFixing(context: CliContext, options: PlaneLocation): Promise<void> {
  const { stdout } = context;
  await withOperations(context, options, async ({ operations }) => {
    const { installations, live } = await operations.pause(operatorName());
    if (installations === 0) {
      const sentence = 'No pull request is watched here yet, so there is nothing to pause.';
      return refuseCommand(context, sentence);
    }
    stdout.write('All fixing is paused. `ratchetr resume` ends the pause.\n');
    if (live > 0) {
      const are = live === 1 ? 'is' : 'are';
      stdout.write(
        `${counted(live, 'session')} ${are} live and may finish; \`ratchetr stop\` drops one.\n`,
      );
    }
  });
}
