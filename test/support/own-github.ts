import { generateKeyPairSync } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import type { App, Installation, Permissions } from './github/identity.ts';
import type { Hands } from './github/hands.ts';
import { checkResponse } from './github/openapi/check.ts';
import type { RestReply } from './github/rest/door.ts';
import { type GitHub, type GitHubOptions, startGitHub } from './github/server.ts';
import { createManualClock } from './manual-clock.ts';
import { tempFolder } from './temp-folder.ts';

/** All that our App asks for when people install it. */
const appPermissions: Permissions = {
  metadata: 'read',
  contents: 'write',
  pull_requests: 'write',
  issues: 'write',
  checks: 'write',
  statuses: 'read',
  actions: 'write',
};

/** All that it asks to be told. */
const appEvents = [
  'push',
  'repository',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'pull_request_review_thread',
  'issue_comment',
  'check_run',
  'check_suite',
  'status',
  'workflow_run',
] as const;

export interface OwnGitHub {
  readonly github: GitHub;
  readonly app: App;
  readonly privateKey: string;
  readonly installation: Installation;
  /** `octo/shop`, private, with one commit on its default branch. */
  readonly shop: Hands;
}

// Making a key takes long, and no test looks at which it is.
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

/**
 * A GitHub for one test, all of whose answers must be as GitHub describes them; with an App that is installed for the owner of one repository.
 */
export async function ownGitHub(
  options: Partial<GitHubOptions> & { readonly webhook?: App['webhook'] } = {},
): Promise<OwnGitHub> {
  const { onAnswer, complaints } = watchAnswers();
  const github = await startGitHub({ onAnswer, ...options, root: await tempFolder() });
  onTestFinished(async () => {
    await github.close();
    expect(complaints).toEqual([]);
  });
  const shop = github.repository('octo/shop', { private: true });
  shop.commit('main', { 'README.md': '# Shop\n' }, { message: 'Begin' });
  return { github, shop, ...plantApp(github, options.webhook) };
}

/** Finds answers of the REST API that are not as GitHub describes them. */
export function watchAnswers() {
  const complaints: unknown[] = [];
  const onAnswer = ({ operation, status, body }: RestReply): void => {
    if (operation === undefined) return;
    const found = checkResponse(operation, {
      status,
      body: body === '' ? undefined : JSON.parse(body),
    });
    complaints.push(...found.map((complaint) => ({ operation, status, ...complaint })));
  };
  return { complaints, onAnswer };
}

/** Registers our App and installs it for the owner of the repositories, those to come too. */
export function plantApp(
  { world }: Pick<GitHub, 'world'>,
  webhook?: App['webhook'],
): Pick<OwnGitHub, 'app' | 'installation' | 'privateKey'> {
  const app = world.app({
    slug: 'ratchetr',
    publicKey: keys.publicKey,
    permissions: appPermissions,
    events: appEvents,
    ...(webhook && { webhook }),
  });
  const installation = world.install(app, { account: 'octo' });
  return { app, installation, privateKey: keys.privateKey };
}

/** Such a GitHub with a clock of its own, pull request 1 by mona from `fix`, and all rights. */
export async function githubWithPull() {
  const clock = createManualClock();
  const own = await ownGitHub({ clock });
  const { github, installation, shop } = own;
  const ask = askWith(github, github.world.installationToken(installation).token);
  shop.commit('fix', { 'a.txt': 'a\n' });
  const pull = shop.openPull({ head: 'fix', title: 'Fix', author: 'mona' });
  return { ...own, ask, clock, pull };
}

interface Asked {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it is JSON; `text` is what was sent. */
  readonly body: unknown;
  readonly text: string;
}

/** Sends one request, such as `GET /user`, to the REST API. */
export type Ask = (
  request: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<Asked>;

/** Asks with a token, as plain HTTP without any client of GitHub. */
export function askWith(github: GitHub, token: string | undefined): Ask {
  return async (request, body, headers = {}) => {
    const [method = 'GET', path = '/'] = request.split(' ');
    const answer = await fetch(`${github.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json = answer.headers.get('content-type')?.includes('json') === true;
    const parsed: unknown = json ? JSON.parse(text) : undefined;
    return { status: answer.status, headers: answer.headers, body: parsed, text };
  };
}
