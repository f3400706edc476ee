import type { CliContext, RegisterCommand } from '../context.ts';
import { operatorName } from '../workspaces/give-order.ts';
import {
  addPlaneOptions,
  type PlaneLocation,
  withOperations,
} from '../workspaces/open-operations.ts';

/** `ratchetr resume`: ends a pause, and wakes what waited for that. */
export const register: RegisterCommand = (program, context) => {
  const command = program.command('resume').description('end a pause');
  addPlaneOptions(command).action((options: PlaneLocation) => resumeFixing(context, options));
};

async function resumeFixing(context: CliContext, options: PlaneLocation): Promise<void> {
  await withOperations(context, options, async ({ operations }) => {
    const { pauses } = await operations.resume(operatorName());
    context.stdout.write(`${pauses === 0 ? 'Nothing was paused.' : 'Fixing continues.'}\n`);
  });
}
