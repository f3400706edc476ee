import { counted } from '#domain/report/words.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { operator } from '../workspaces/give-order.ts';
import { addHome, type HomeOption, withWorkspaces } from '../workspaces/open-workspaces.ts';
import { readHeads } from '../workspaces/read-heads.ts';

/** `ratchetr pause`: nothing new is begun on any pull request until somebody says resume. */
export const register: RegisterCommand = (program, context) => {
  const command = program
    .command('pause')
    .description('begin no fixup on any pull request; all of them are still watched');
  addHome(command).action((options: HomeOption) => pause(context, options));
};

async function pause(context: CliContext, options: HomeOption): Promise<void> {
  const { stdout, stderr, exitWith } = context;
  await withWorkspaces(context, options, async (open) => {
    const installations = await open.workspaces.listInstallations();
    if (installations.length === 0) {
      stderr.write('No pull request is watched here yet, so there is nothing to pause.\n');
      exitWith(EXIT.usage);
      return;
    }
    const at = open.clock.now();
    for (const id of installations) {
      await open.installations.setPause(id, { by: operator(), at });
    }
    const heads = await readHeads(open);
    const live = heads.filter(({ state }) => state.session !== undefined).length;
    stdout.write('All fixing is paused. `ratchetr resume` goes on.\n');
    if (live > 0) {
      const are = live === 1 ? 'is' : 'are';
      stdout.write(
        `${counted(live, 'session')} ${are} live and may finish; \`ratchetr stop\` drops one.\n`,
      );
    }
  });
}
