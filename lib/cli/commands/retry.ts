import type { RegisterCommand } from '../context.ts';
import { registerOrder } from '../workspaces/give-order.ts';

/** `ratchetr retry`: the comment `/ratchet retry`, given at this machine. */
export const register: RegisterCommand = (program, context) => {
  registerOrder(program, context, {
    kind: 'retry',
    description: 'try again what was given up or parked',
  });
};
