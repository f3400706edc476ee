import type { CliContext, RegisterCommand } from '../context.ts';
import { operator } from '../workspaces/give-order.ts';
import { addPlace, type PlaceOptions, withOperations } from '../workspaces/open-operations.ts';

/** `ratchetr resume`: ends a pause, and has looked at what waited for that. */
export const register: RegisterCommand = (program, context) => {
  const command = program.command('resume').description('end a pause');
  addPlace(command).action((options: PlaceOptions) => resume(context, options));
};

async function resume(context: CliContext, options: PlaceOptions): Promise<void> {
  await withOperations(context, options, async ({ operations }) => {
    const { pauses } = await operations.resume(operator());
    context.stdout.write(`${pauses === 0 ? 'Nothing was paused.' : 'Fixing goes on.'}\n`);
  });
}
