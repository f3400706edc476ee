import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { serveGit } from './git-http.ts';
import { receivePush } from './git-receive.ts';
import type { Token } from './identity.ts';
import type { Repository } from './model.ts';
import { mayDo, seesRepository } from './rest/access.ts';
import { liveToken, secretOf } from './rest/callers.ts';
import type { World } from './world.ts';

const ADDRESS = /^\/([^/]+\/[^/]+?)(?:\.git)?(\/info\/refs|\/git-upload-pack|\/git-receive-pack)$/;

/** Whether a path is one that git asks for. */
export function isGitPath(pathname: string): boolean {
  return ADDRESS.test(pathname);
}

/** Serves clone, fetch and push, for whom the token lets do so. */
export async function answerGit(
  world: World,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { pathname, search, searchParams } = new URL(incoming.url ?? '/', 'http://github.test');
  const [, name = '', path = ''] = ADDRESS.exec(pathname) ?? [];
  const repository = world.find(name);
  const token = tokenOf(world, incoming.headers.authorization);
  const pushes = path === '/git-receive-pack' || searchParams.get('service') === 'git-receive-pack';
  const refusal = refusalFor({ repository, token, pushes });
  if (refusal !== undefined || repository === undefined) {
    refuse(outgoing, refusal ?? { status: 404, words: 'Repository not found.' });
    return;
  }
  if (path === '/git-receive-pack' && typeof token === 'object') {
    await answerPush({ world, repository, token }, incoming, outgoing);
    return;
  }
  const user = typeof token === 'object' ? senderOf(token).login : 'nobody';
  await serveGit(
    { gitDir: repository.git.dir, path, query: search.slice(1), user },
    incoming,
    outgoing,
  );
}

async function answerPush(
  to: { readonly world: World; readonly repository: Repository; readonly token: Token },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { world, repository, token } = to;
  const body = await buffer(incoming);
  const request = incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  const answer = await receivePush(world, { repository, token, sender: senderOf(token), request });
  const type = 'application/x-git-receive-pack-result';
  outgoing.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
  outgoing.end(answer);
}

interface Refused {
  readonly status: number;
  readonly words: string;
}

function refusalFor(asked: {
  readonly repository: Repository | undefined;
  readonly token: Token | 'wrong' | undefined;
  readonly pushes: boolean;
}): Refused | undefined {
  const { repository, token, pushes } = asked;
  if (token === 'wrong') return { status: 401, words: 'Invalid username or token.' };
  if (token === undefined) {
    const open = repository?.private === false && !pushes;
    return open ? undefined : { status: 401, words: 'Authentication required' };
  }
  if (repository === undefined || !seesRepository(token, repository)) {
    return { status: 404, words: 'Repository not found.' };
  }
  if (mayDo(token, repository, ['contents', pushes ? 'write' : 'read'])) return undefined;
  const words = pushes ? 'Write access to repository not granted.' : 'Permission denied.';
  return { status: 403, words };
}

function tokenOf(world: World, authorization: string | undefined): Token | 'wrong' | undefined {
  if (authorization === undefined) return undefined;
  return liveToken(world, secretOf(authorization)) ?? 'wrong';
}

function senderOf(token: Token) {
  return token.kind === 'user' ? token.user : token.installation.app.bot;
}

function refuse(outgoing: ServerResponse, { status, words }: Refused): void {
  const challenge = status === 401 ? { 'www-authenticate': 'Basic realm="GitHub"' } : {};
  outgoing.writeHead(status, { 'content-type': 'text/plain', ...challenge });
  outgoing.end(`${words}\n`);
}
