import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import { StackProblem } from '#aws/operators/problem.ts';
import { ForgeRefusal } from '#github/errors.ts';
import { type NewApp, takeOverApp } from '#github/new-app.ts';
import { locateGitHub } from '#github/github-host.ts';
import { appManifest } from '#ratchet/rules/ingest/app-manifest.ts';
import type { OperatorResponse } from '#ratchet/rules/operators/operator-methods.ts';
import type { SecretName } from '#ratchet/needs/secrets.ts';
import type { CliContext } from '../context.ts';
import { serveManifest } from './manifest-page.ts';
import { openApp } from './open-app.ts';
import { newWebhookSecret } from './secret-words.ts';
import { rootMessage } from './seen.ts';

export interface AppOptions {
  readonly stack: string;
  readonly org?: string;
  readonly useExisting?: true;
  readonly appId?: string;
  readonly privateKey?: string;
}

export interface AppSearch {
  readonly context: CliContext;
  readonly about: OperatorResponse<'about'>;
  /** What the secret of the stack holds now. */
  readonly members: Readonly<Partial<Record<SecretName, string>>>;
  readonly options: AppOptions;
}

type FoundApp = Outcome<NewApp, 'missing-options' | 'no-key' | 'not-confirmed'>;

/** Finds the App for a stack: the one that the options name, the one that the stack has, or a new one. */
export async function findApp(search: AppSearch): Promise<FoundApp> {
  const { options, members } = search;
  if (options.useExisting) return readNamedApp(search);
  const { 'github-app-id': appId, 'github-app-private-key': privateKey } = members;
  if (appId === undefined || privateKey === undefined) return makeApp(search);
  try {
    return ok(await readKnownApp(search, { appId, privateKey }));
  } catch (error) {
    if (!(error instanceof ForgeRefusal && error.status === 404)) throw error;
    search.context.stdout.write('The App that the stack had was deleted at GitHub.\n');
    return makeApp(search);
  }
}

async function readNamedApp(search: AppSearch): Promise<FoundApp> {
  const { context, options } = search;
  const { appId, privateKey: path } = options;
  if (appId === undefined || path === undefined) {
    const sentence =
      '--use-existing takes --app-id and --private-key as well: the number of the App and the file with its key.';
    return refuse('missing-options', sentence);
  }
  let privateKey: string;
  try {
    privateKey = await readFile(resolve(context.cwd, path), 'utf8');
    createPrivateKey(privateKey);
  } catch {
    const sentence = `The file ${JSON.stringify(path)} cannot be read as a key: name the private key that GitHub made.`;
    return refuse('no-key', sentence);
  }
  return ok(await readKnownApp(search, { appId, privateKey }));
}

/** The secret that GitHub may sign with is kept; where the stack has none, a new one is made. */
async function readKnownApp(
  { context, about, members }: AppSearch,
  key: { readonly appId: string; readonly privateKey: string },
): Promise<NewApp> {
  const app = openApp(context, { ...key, apiUrl: about.githubApiUrl });
  const { id, slug, url } = await app.identity();
  const kept = members['github-app-id'] === id ? members['github-webhook-secret'] : undefined;
  const webhookSecret = kept ?? newWebhookSecret();
  return { id, slug, url, privateKey: key.privateKey, webhookSecret };
}

// GitHub accepts no longer name.
const longestName = 34;

async function makeApp({ context, about, options }: AppSearch): Promise<FoundApp> {
  const { stack, org } = options;
  const { githubApiUrl: apiUrl, webhookUrl } = about;
  const { webUrl } = locateGitHub(apiUrl);
  const owner = org === undefined ? '' : `/organizations/${encodeURIComponent(org)}`;
  const name = (org === undefined ? stack : `${stack}-${org}`).slice(0, longestName);
  const page = await serveManifest({
    action: `${webUrl}${owner}/settings/apps/new`,
    manifestFor: (redirectUrl) =>
      appManifest({ name, homepage: new URL(webhookUrl).origin, webhookUrl, redirectUrl }),
  });
  try {
    const where = new URL(webUrl).host;
    context.stdout.write(
      `Open ${page.url} in a browser of this machine that is signed in to ${where}, and confirm there.\n`,
    );
    const code = await waitOrStop(page.code, context.signal);
    if (code === undefined) return refuse('not-confirmed', 'No App was made.');
    return ok(
      await takeOver(context.system, {
        apiUrl,
        code,
        appsUrl: `${webUrl}${owner}/settings/apps`,
      }),
    );
  } finally {
    await page.close();
  }
}

const tries = 3;
const pauseMs = 1_000;

/** GitHub gives out the key of an App once; where its answer was lost, it may still have to give it. */
async function takeOver(
  system: CliContext['system'],
  asked: Parameters<typeof takeOverApp>[1] & { readonly appsUrl: string },
  tried = 1,
): Promise<NewApp> {
  try {
    return await takeOverApp({ fetch }, asked);
  } catch (error) {
    if (!(error instanceof ForgeRefusal) && tried < tries) {
      await system.clock.sleep(pauseMs);
      return takeOver(system, asked, tried + 1);
    }
    throw new StackProblem(
      `GitHub made the App, but its key did not come here (${rootMessage(error)}): find it at ${asked.appsUrl}, generate a private key there, and run this again with --use-existing --app-id NUMBER --private-key FILE.`,
      { cause: error },
    );
  }
}

async function waitOrStop(code: Promise<string>, signal: AbortSignal): Promise<string | undefined> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<undefined>();
  const end = (): void => stop(undefined);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return Promise.race([code, stopped]).finally(() => signal.removeEventListener('abort', end));
}
