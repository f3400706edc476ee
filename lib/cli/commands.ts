import { register as check } from './commands/check.ts';
import { register as config } from './commands/config.ts';
import { register as engines } from './commands/engines.ts';
import { register as plan } from './commands/plan.ts';
import { register as state } from './commands/state.ts';
import type { RegisterCommand } from './context.ts';

/** The `register` of every file in the folder `commands`, in the order in which help lists them. */
export const commands: readonly RegisterCommand[] = [check, plan, engines, config, state];
