import type { RegisterCommand } from '../context.ts';
import { registerOrder } from '../workspaces/give-order.ts';

/** `ratchetr retry`: what people say as `/ratchet retry`, said at this machine. */
export const register: RegisterCommand = (program, context) => {
  registerOrder(program, context, {
    kind: 'retry',
    description: 'try again what was given up or parked',
  });
};
