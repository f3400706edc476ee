import type { RegisterCommand } from '../context.ts';
import { single } from '../check/option-values.ts';
import type { ModelProvider } from '../stack/model-keys.ts';
import type { SetupOptions } from '../stack/set-up.ts';
import { stackOption } from '../workspaces/open-operations.ts';

interface Options extends SetupOptions {
  readonly modelKey?: ModelProvider;
}

const providers: readonly ModelProvider[] = ['anthropic', 'openai', 'cursor'];

/** `ratchetr setup`: gives a stack its GitHub App, and the keys of models. */
export const register: RegisterCommand = (program, context) => {
  program
    .command('setup')
    .description(
      'make the GitHub App of a stack, store its secrets, and prove that webhooks arrive',
    )
    .addOption(stackOption('the stack in your AWS account').makeOptionMandatory())
    .addOption(single('--org <name>', 'the organization that is to own the App (default: you)'))
    .addOption(single('--ghes <url>', 'the GitHub Enterprise Server that the stack works with'))
    .option('--use-existing', 'use an App that exists already instead of making one')
    .addOption(single('--app-id <number>', 'with --use-existing: its number'))
    .addOption(single('--private-key <file>', 'with --use-existing: the file with its key'))
    .addOption(
      single(
        '--model-key <provider>',
        'only ask for the key of this model provider and store it',
        providers,
      ),
    )
    .action(async (options: Options) => {
      const { withStack } = await import('../workspaces/open-stack.ts');
      await withStack(context, options.stack, async ({ client }) => {
        const { modelKey: provider } = options;
        if (provider === undefined) {
          const { setUp } = await import('../stack/set-up.ts');
          return setUp(context, client, options);
        }
        const { storeModelKey } = await import('../stack/model-keys.ts');
        return storeModelKey(context, { client, provider, input: process.stdin });
      });
    });
};
