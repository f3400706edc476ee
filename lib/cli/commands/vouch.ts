import type { RegisterCommand } from '../context.ts';
import { sendOrder } from '../workspaces/give-order.ts';
import { addPlaneOptions, type PlaneLocation } from '../workspaces/open-operations.ts';
import { pullRequestArgument } from '../workspaces/with-workspace.ts';

/** `ratchetr vouch`: the comment `/ratchet vouch`, given at this machine. */
export const register: RegisterCommand = (program, context) => {
  const command = program
    .command('vouch')
    .argument(...pullRequestArgument)
    .argument('<commit>', 'the head, as it was when you looked at it')
    .description('vouch for how a head changes the way it is judged');
  addPlaneOptions(command).action((asked: string, commit: string, { home, stack }: PlaneLocation) =>
    sendOrder(context, { asked, home, stack }, { kind: 'vouch', commit: commit.toLowerCase() }),
  );
};
