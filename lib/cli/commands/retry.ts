import { orderCommand } from '../workspaces/give-order.ts';

/** `ratchetr retry`: the comment `/ratchet retry`, given at this machine. */
export const register = orderCommand('retry', 'try again what was given up or parked');
