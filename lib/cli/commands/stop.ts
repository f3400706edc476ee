import { orderCommand } from '../workspaces/give-order.ts';

/** `ratchetr stop`: the comment `/ratchet stop`, given at this machine. */
export const register = orderCommand('stop', 'switch it off and drop work that has begun');
