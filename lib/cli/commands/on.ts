import type { RegisterCommand } from '../context.ts';
import { registerOrder } from '../workspaces/give-order.ts';

/** `ratchetr on`: what people say as `/ratchet on`, said at this machine. */
export const register: RegisterCommand = (program, context) => {
  registerOrder(program, context, {
    kind: 'on',
    description: 'switch the ratchet on for a pull request',
  });
};
