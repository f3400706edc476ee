import { collect, single } from '../check/option-values.ts';
import type { RegisterCommand } from '../context.ts';
import { runUp, type UpOptions } from '../up/run-up.ts';

/** `ratchetr up`: the control plane on this machine. */
export const register: RegisterCommand = (program, context) => {
  program
    .command('up')
    .description('watch pull requests and ratchet them to green, on this machine')
    .option('--repo <owner/name>', 'watch this repository; may be repeated', collect)
    .addOption(
      single('--port <number>', 'where the page and the webhook are served (default: 8787)'),
    )
    .addOption(single('--host <address>', 'the address to listen at (default: 127.0.0.1)'))
    .addOption(
      single('--poll <duration>', 'how often GitHub is asked, whatever webhooks say (default: 1m)'),
    )
    .addOption(single('--workers <number>', 'most workers at once (default: 2)'))
    .addHelpText('after', environment)
    .action((options: UpOptions) => runUp(context, options));
};

const environment = `
Environment:
  RATCHETR_GITHUB_TOKEN        a classic token with the scope repo, or an App:
  RATCHETR_GITHUB_APP_ID       its id
  RATCHETR_GITHUB_PRIVATE_KEY  its key, or the file that holds it
  RATCHETR_WEBHOOK_SECRET      for webhooks, which only make it faster

All that is kept lies in .ratchetr of this folder; docs/github.md tells more.
`;
