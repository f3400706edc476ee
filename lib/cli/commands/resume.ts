import type { CliContext, RegisterCommand } from '../context.ts';
import { addHome, type HomeOption, withWorkspaces } from '../workspaces/open-workspaces.ts';
import { readHeads } from '../workspaces/read-heads.ts';
import { readPauses } from '../workspaces/read-overview.ts';

/** `ratchetr resume`: ends a pause, and has looked at what waited for that. */
export const register: RegisterCommand = (program, context) => {
  const command = program.command('resume').description('end a pause');
  addHome(command).action((options: HomeOption) => resume(context, options));
};

async function resume(context: CliContext, options: HomeOption): Promise<void> {
  await withWorkspaces(context, options, async (open) => {
    const { workspaces, installations, clock } = open;
    const pauses = await readPauses(open);
    for (const id of await workspaces.listInstallations()) {
      await installations.setPause(id, undefined);
    }
    for (const { state } of await readHeads(open)) {
      if (state.lastDecision?.code === 'PAUSED') await workspaces.wake(state.id, clock.now());
    }
    const said = pauses.length === 0 ? 'Nothing was paused.' : 'Fixing goes on.';
    context.stdout.write(`${said}\n`);
  });
}
