import type { RegisterCommand } from '../context.ts';
import { registerOrder } from '../workspaces/give-order.ts';

/** `ratchetr on`: the comment `/ratchet on`, given at this machine. */
export const register: RegisterCommand = (program, context) => {
  registerOrder(program, context, {
    kind: 'on',
    description: 'switch the ratchet on for a pull request',
  });
};
