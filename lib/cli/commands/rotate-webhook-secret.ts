import type { RegisterCommand } from '../context.ts';
import { stackOption } from '../workspaces/open-operations.ts';

interface Options {
  readonly stack: string;
  readonly finish?: true;
}

/** `ratchetr rotate-webhook-secret`: a new secret for the webhook of a stack, without a webhook lost. */
export const register: RegisterCommand = (program, context) => {
  program
    .command('rotate-webhook-secret')
    .description(
      'give the webhook of a stack a new secret; the previous one is accepted until --finish',
    )
    .addOption(stackOption('the stack in your AWS account').makeOptionMandatory())
    .option('--finish', 'delete the previous secret')
    .action(async (options: Options) => {
      const { withStack } = await import('../workspaces/open-stack.ts');
      const { rotateWebhookSecret } = await import('../stack/rotate.ts');
      await withStack(context, options.stack, ({ client }) =>
        rotateWebhookSecret(context, client, options),
      );
    });
};
