import { collect, single } from '../check/option-values.ts';
import type { RegisterCommand } from '../context.ts';
import { runUp, type UpOptions } from '../up/run-up.ts';

/** `ratchetr up`: the control plane on this machine. */
export const register: RegisterCommand = (program, context) => {
  program
    .command('up')
    .description('watch pull requests and ratchet them to green, on this machine')
    .option('--repo <owner/name>', 'ask for its pull requests as well; may be repeated', collect)
    .addOption(
      single('--port <number>', 'where the page and the webhook are served (default: 8787)'),
    )
    .addOption(single('--host <address>', 'the address to listen at (default: 127.0.0.1)'))
    .addOption(single('--poll <duration>', 'how often --repo is asked (default: 1m)'))
    .addOption(single('--workers <number>', 'most workers at once (default: 2)'))
    .action((options: UpOptions) => runUp(context, options));
};
