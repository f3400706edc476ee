import type { StackClient } from '#aws/operators/stack-client.ts';
import { StackProblem } from '#aws/operators/problem.ts';
import type { NewApp } from '#github/new-app.ts';
import { locateGitHub } from '#github/github-host.ts';
import type { OperatorResponse } from '#ratchet/rules/operators/operator-methods.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '#local/exit-codes.ts';
import { refuseCommand, valueOrRefusal } from '../refusal.ts';
import { newProbe } from './check-worker.ts';
import { type AppOptions, findApp } from './find-app.ts';
import { openApp } from './open-app.ts';
import { proveWebhook } from './prove-webhook.ts';
import { buildAppMembers } from './secret-words.ts';
import { openStackSecrets, type StackSecrets } from './stack-secrets.ts';

export interface SetupOptions extends AppOptions {
  readonly ghes?: string;
}

type About = OperatorResponse<'about'>;

/** Gives a stack its App. What an earlier call has done is not done again. */
export async function setUp(
  context: CliContext,
  client: StackClient,
  options: SetupOptions,
): Promise<void> {
  const about = await client.about();
  const { ghes } = options;
  const { webUrl } = locateGitHub(about.githubApiUrl);
  if (ghes !== undefined && trimSlashes(ghes) !== webUrl) {
    const sentence = `The stack works with ${webUrl}: deploy it with -c githubApiUrl=${trimSlashes(ghes)}/api/v3 first.`;
    return refuseCommand(context, sentence);
  }
  const secrets = openStackSecrets();
  // GitHub shows the key of a new App once: a person who may not store it must learn that before.
  await secrets.change(about.secrets.github, () => ({}));
  const members = await secrets.read(about.secrets.github);
  const app = valueOrRefusal(context, await findApp({ context, about, members, options }));
  if (app === undefined) return;
  await keepApp(secrets, about, app);
  context.stdout.write(`The stack ${options.stack} uses the App ${app.slug} (${app.id}).\n`);
  // The secret is stored by now, so GitHub may sign with it.
  const key = { apiUrl: about.githubApiUrl, appId: app.id, privateKey: app.privateKey };
  const { webhookUrl: url } = about;
  await openApp(context, key).setWebhook({ url, secret: app.webhookSecret });
  await proveApp(context, client, { url, app });
}

function trimSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}

async function keepApp(secrets: StackSecrets, about: About, app: NewApp): Promise<void> {
  try {
    await secrets.change(about.secrets.github, (before) => buildAppMembers(app, before));
  } catch (error) {
    throw new StackProblem(
      `The App ${app.slug} is there, but its secrets could not be stored: generate a private key at ${app.url} and run this again with --use-existing --app-id ${app.id} --private-key FILE.`,
      { cause: error },
    );
  }
}

async function proveApp(
  context: CliContext,
  client: StackClient,
  { url, app }: { readonly url: string; readonly app: NewApp },
): Promise<void> {
  const { stdout, system } = context;
  const { id: appId, webhookSecret: secret } = app;
  const { ok, told } = await proveWebhook(system, { url, appId, secret });
  stdout.write(`A signed ping to ${url} was answered: ${told}\n`);
  if (!ok) {
    const sentence =
      'The webhook does not accept the new secret. Its function keeps the old one for up to five minutes: run `ratchetr doctor` after that, and read its log.';
    refuseCommand(context, sentence, EXIT.toolFailure);
  }
  const checks = await client.health(newProbe());
  for (const { name, ok: isFine, told: seen, todo } of checks) {
    if (name.startsWith('secret ') && !isFine) stdout.write(`${name}: ${seen} ${todo ?? ''}\n`);
  }
  stdout.write(`Install the App in the repositories to watch: ${app.url}\n`);
}
