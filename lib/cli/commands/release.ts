import { orderCommand } from '../workspaces/give-order.ts';

/** `ratchetr release`: the comment `/ratchet release`, given at this machine. */
export const register = orderCommand('release', 'end a hold');
