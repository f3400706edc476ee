import { orderCommand } from '../workspaces/give-order.ts';

/** `ratchetr off`: the comment `/ratchet off`, given at this machine. */
export const register = orderCommand('off', 'switch it off: work that has begun is finished');
