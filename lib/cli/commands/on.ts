import { orderCommand } from '../workspaces/give-order.ts';

/** `ratchetr on`: the comment `/ratchet on`, given at this machine. */
export const register = orderCommand('on', 'switch the ratchet on for a pull request');
