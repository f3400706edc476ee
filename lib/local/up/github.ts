import { readFileSync } from 'node:fs';
import { type GitHubClient, createGitHubClient } from '#github/client.ts';
import { createForge } from '#github/forge.ts';
import { createPublisher } from '#github/publisher.ts';
import { createEnvSecrets } from '#platform/system/env-secrets.ts';
import type { CredentialSource, GitHubCredentials } from '#github/access.ts';
import { environmentNames as names } from '#config/env-names.ts';
import type { Environment } from '#config/env.ts';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { Forge } from '#ratchet/needs/forge.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { Log } from '#base/needs/log.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { Publisher } from '#ratchet/needs/publisher.ts';
import type { Secrets } from '#ratchet/needs/secrets.ts';

export interface OpenedGitHub {
  readonly client: GitHubClient;
  readonly forge: Forge;
  readonly publisher: Publisher;
  readonly secrets: Secrets;
  /** Absent: a plain token is used. */
  readonly appId: string | undefined;
}

interface GitHubDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly hash: Hash;
}

const githubCom = 'https://api.github.com';

/** Opens GitHub with what the environment gives. */
export async function openLocalGitHub(
  deps: GitHubDeps,
  env: Environment,
): Promise<Outcome<OpenedGitHub, 'credentials'>> {
  const secrets = createEnvSecrets(env, {
    'github-app-id': names.githubAppId,
    'github-app-private-key': names.githubPrivateKey,
    'github-token': names.githubToken,
    'github-webhook-secret': names.webhookSecret,
    'github-webhook-secret-previous': names.webhookSecretBefore,
  });
  const first = await readCredentials(secrets);
  if (first.kind === 'refused') return first;
  const apiUrl = env[names.githubApiUrl] ?? githubCom;
  if (!URL.canParse(apiUrl))
    return refuseCredentials(`${names.githubApiUrl} is no address: ${apiUrl}`);
  const credentials: CredentialSource = async () => {
    const read = await readCredentials(secrets);
    if (read.kind === 'refused') throw new Error(read.sentence);
    return read.value;
  };
  const client = createGitHubClient(deps, { apiUrl, credentials });
  const appId = first.value.kind === 'app' ? first.value.appId : undefined;
  const forge = createForge(deps, client);
  return ok({ client, forge, publisher: createPublisher(client, deps.clock), secrets, appId });
}

async function readCredentials(
  secrets: Secrets,
): Promise<Outcome<GitHubCredentials, 'credentials'>> {
  const [appId, privateKey, token] = [
    await secrets.read('github-app-id'),
    await secrets.read('github-app-private-key'),
    await secrets.read('github-token'),
  ];
  if (appId !== undefined && privateKey !== undefined) {
    const key = readAppKey(privateKey);
    return key === undefined
      ? refuseCredentials(`${names.githubPrivateKey} is neither a key nor a file that can be read`)
      : ok({ kind: 'app', appId, privateKey: key });
  }
  if (appId !== undefined || privateKey !== undefined) {
    const missing = appId === undefined ? names.githubAppId : names.githubPrivateKey;
    return refuseCredentials(`An App needs both its id and its key: ${missing} is not set`);
  }
  if (token !== undefined) return ok({ kind: 'token', token });
  return refuseCredentials(
    `Set ${names.githubToken}, or ${names.githubAppId} and ${names.githubPrivateKey}`,
  );
}

function refuseCredentials(sentence: string): Outcome<never, 'credentials'> {
  return refuse('credentials', sentence);
}

/** The key itself, or the file that GitHub gave it in. */
function readAppKey(text: string): string | undefined {
  if (isKey(text)) return text;
  try {
    const held = readFileSync(text, 'utf8');
    return isKey(held) ? held : undefined;
  } catch {
    return undefined;
  }
}

function isKey(text: string): boolean {
  return text.includes('PRIVATE KEY');
}
