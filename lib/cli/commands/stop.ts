import type { RegisterCommand } from '../context.ts';
import { registerOrder } from '../workspaces/give-order.ts';

/** `ratchetr stop`: the comment `/ratchet stop`, given at this machine. */
export const register: RegisterCommand = (program, context) => {
  registerOrder(program, context, {
    kind: 'stop',
    description: 'switch it off and drop work that has begun',
  });
};
