import type { StackClient } from '#aws/operators/stack-client.ts';
import { StackProblem } from '#aws/operators/problem.ts';
import type { CliContext } from '../context.ts';
import { openApp } from './open-app.ts';
import { proveWebhook } from './prove-webhook.ts';
import { newWebhookSecret, rotateSecret } from './secret-words.ts';
import { openStackSecrets, type StackSecrets } from './stack-secrets.ts';

/**
 * Changes the secret of the webhook. Both are accepted from before GitHub gets the new one until `finish`, so
 * webhooks are accepted wherever this breaks off, and the same command continues.
 */
export async function rotateWebhookSecret(
  context: CliContext,
  client: StackClient,
  { finish, stack }: { readonly finish?: true; readonly stack: string },
): Promise<void> {
  const { stdout, system } = context;
  const { webhookUrl: url, githubApiUrl: apiUrl, secrets: ids } = await client.about();
  const secrets = openStackSecrets();
  if (finish === undefined) {
    const fresh = newWebhookSecret();
    await secrets.change(ids.github, (before) =>
      hasApp(before) ? rotateSecret(before, fresh) : {},
    );
  }
  const app = await readApp(secrets, ids.github, stack);
  if (finish && !app.isRotating) {
    stdout.write('No rotation is under way: there is nothing to finish.\n');
    return;
  }
  const { appId, privateKey, secret } = app;
  await openApp(context, { apiUrl, appId, privateKey }).setWebhook({ url, secret });
  const { ok, told } = await proveWebhook(system, { url, appId, secret });
  stdout.write(`A ping to ${url} that is signed with the new secret was answered: ${told}\n`);
  if (!ok) {
    throw new StackProblem(
      'The webhook does not accept the new secret yet; the previous one is still accepted. Read the log of the function webhook, then run this again.',
    );
  }
  if (finish) {
    await secrets.change(ids.github, () => ({ 'github-webhook-secret-previous': undefined }));
    stdout.write(
      'The previous secret is deleted; functions may accept it for five more minutes.\n',
    );
    return;
  }
  stdout.write(
    `GitHub signs with the new secret; the previous one is still accepted. In an hour, when no webhook that it signed is under way any more, delete it: ratchetr rotate-webhook-secret --stack ${stack} --finish\n`,
  );
}

function hasApp(members: Readonly<Record<string, string>>): boolean {
  return members['github-app-id'] !== undefined;
}

async function readApp(secrets: StackSecrets, id: string, stack: string) {
  const {
    'github-app-id': appId,
    'github-app-private-key': privateKey,
    'github-webhook-secret': secret,
    'github-webhook-secret-previous': previous,
  } = await secrets.read(id);
  if (appId === undefined || privateKey === undefined || secret === undefined) {
    throw new StackProblem(
      `The stack ${stack} has no App yet: run \`ratchetr setup --stack ${stack}\`.`,
    );
  }
  return { appId, privateKey, secret, isRotating: previous !== undefined };
}
