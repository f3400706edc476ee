import type { RegisterCommand } from '../context.ts';
import { registerOrder } from '../workspaces/give-order.ts';

/** `ratchetr off`: the comment `/ratchet off`, given at this machine. */
export const register: RegisterCommand = (program, context) => {
  registerOrder(program, context, {
    kind: 'off',
    description: 'switch it off: work that has begun is finished',
  });
};
