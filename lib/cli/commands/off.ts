import type { RegisterCommand } from '../context.ts';
import { registerOrder } from '../workspaces/give-order.ts';

/** `ratchetr off`: what people say as `/ratchet off`, said at this machine. */
export const register: RegisterCommand = (program, context) => {
  registerOrder(program, context, {
    kind: 'off',
    description: 'switch it off: work that has begun is finished',
  });
};
