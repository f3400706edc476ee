import { createSystem } from '#local/system.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { readMembers } from '#aws/secrets/describe.ts';
import { commands } from '../../../lib/cli/commands.ts';
import { runCommandLine } from '../../../lib/cli/program.ts';
import { type GitHub, startGitHub } from '../../support/github/server.ts';
import { makeStack, type OwnStack, stackName } from '../../support/own-stack.ts';
import { startWebhookEndpoint, type WebhookHandler } from '../../support/webhook-endpoint.ts';
import type { Said } from '../commands/run-cli.ts';

/** A stack whose GitHub is a double, and whose webhooks reach the real handler. */
export interface OwnSetup {
  readonly stack: OwnStack;
  readonly github: GitHub;
  readonly webhookUrl: string;
  /** The members of the secret of GitHub as they are now. */
  members(): Promise<Readonly<Record<string, string>>>;
  /** What the function of webhooks knew is forgotten, as after five minutes. */
  coldStart(): void;
  close(): Promise<void>;
}

export async function makeSetup(endpoint: string): Promise<OwnSetup> {
  const root = await mkdtemp(join(tmpdir(), 'ratchetr-setup-'));
  const github = await startGitHub({ root });
  let starting: Promise<WebhookHandler> | undefined;
  const hook = await startWebhookEndpoint(() => (starting ??= load()));
  const stack = await makeStack({ endpoint, githubApiUrl: github.url, webhookUrl: hook.url });
  return {
    stack,
    github,
    webhookUrl: hook.url,
    members: () => readMembers(stack.secrets, stack.secretIds.github),
    coldStart: () => {
      vi.resetModules();
      starting = undefined;
    },
    close: async () => {
      await hook.close();
      await github.close();
      await stack.lambda.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function load(): Promise<WebhookHandler> {
  return (await import('../../../lambdas/webhook/handler.ts')).handler;
}

/** Runs a command of the stack; `hear` is told of what it prints as it prints. */
export async function runStackCli(
  argv: readonly string[],
  hear: (text: string) => void = () => {},
): Promise<Said> {
  const said = { stdout: '', stderr: '' };
  const code = await runCommandLine(
    { version: '0.0.0', commands },
    [...argv, '--stack', stackName],
    {
      system: createSystem(),
      cwd: '/',
      env: {},
      signal: new AbortController().signal,
      stdout: {
        write: (text) => {
          said.stdout += text;
          hear(text);
        },
      },
      stderr: { write: (text) => (said.stderr += text) },
    },
  );
  return { code, ...said };
}

/** Does what a person's browser does with the page that brings a manifest to GitHub. */
export async function browse(
  page: string,
): Promise<{ readonly status: number; manifest: unknown }> {
  const html = await (await fetch(page)).text();
  const attribute = (name: string): string =>
    (new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  const manifest = attribute('value');
  const posted = await fetch(attribute('action'), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ manifest }),
  });
  const back = await fetch(posted.headers.get('location') ?? '');
  await back.text();
  return { status: back.status, manifest: JSON.parse(manifest) };
}
