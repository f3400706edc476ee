import type { RegisterCommand } from '../context.ts';
import { registerOrder } from '../workspaces/give-order.ts';

/** `ratchetr release`: the comment `/ratchet release`, given at this machine. */
export const register: RegisterCommand = (program, context) => {
  registerOrder(program, context, { kind: 'release', description: 'end a hold' });
};
