import type { RegisterCommand } from '../context.ts';
import { registerOrder } from '../workspaces/give-order.ts';

/** `ratchetr release`: what people say as `/ratchet release`, said at this machine. */
export const register: RegisterCommand = (program, context) => {
  registerOrder(program, context, { kind: 'release', description: 'end a hold' });
};
