import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** One request of git's smart protocol, already let in. */
export interface GitRequest {
  readonly gitDir: string;
  /** Below the repository: `/info/refs`, `/git-upload-pack` or `/git-receive-pack`. */
  readonly path: string;
  readonly query: string;
  /** Whom git is told that it serves. */
  readonly user: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Lets git's own server answer, so that clients meet the protocol as it is. */
export async function serveGit(
  git: GitRequest,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const child = spawn('git', ['http-backend'], {
    env: environmentFor(git, incoming),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const sent = pipeline(incoming, child.stdin).catch(ignoreClosedPipe);
  const head = await readHead(child.stdout);
  outgoing.writeHead(head.status, head.headers);
  outgoing.write(head.rest);
  await pipeline(child.stdout, outgoing);
  await sent;
}

function environmentFor(git: GitRequest, incoming: IncomingMessage): NodeJS.ProcessEnv {
  const { headers, method = 'GET' } = incoming;
  return {
    PATH: process.env['PATH'],
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '',
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_PROJECT_ROOT: git.gitDir,
    PATH_INFO: git.path,
    QUERY_STRING: git.query,
    REQUEST_METHOD: method,
    REMOTE_USER: git.user,
    REMOTE_ADDR: '127.0.0.1',
    CONTENT_TYPE: headers['content-type'],
    CONTENT_LENGTH: headers['content-length'],
    HTTP_CONTENT_ENCODING: headers['content-encoding'],
    GIT_PROTOCOL: single(headers['git-protocol']),
    ...git.environment,
  };
}

/** Reads what a CGI program writes before its body. */
async function readHead(
  output: Readable,
): Promise<{ status: number; headers: Record<string, string>; rest: Buffer }> {
  let read = Buffer.alloc(0);
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new Error('git http-backend was not read as bytes');
    read = Buffer.concat([read, chunk]);
    const end = read.indexOf('\r\n\r\n');
    if (end >= 0)
      return { ...parseHead(read.toString('latin1', 0, end)), rest: read.subarray(end + 4) };
  }
  throw new Error(`git http-backend ended without a head: ${read.toString('utf8')}`);
}

function parseHead(text: string): { status: number; headers: Record<string, string> } {
  const lines = text.split('\r\n').map((line) => line.split(/: (.*)/s));
  const headers = Object.fromEntries(
    lines.map(([name = '', value = '']) => [name.toLowerCase(), value]),
  );
  const { status = '200', ...others } = headers;
  return { status: Number.parseInt(status, 10), headers: others };
}

/** A client that was refused stops sending, and git stops reading. */
function ignoreClosedPipe(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'EPIPE' && code !== 'ERR_STREAM_PREMATURE_CLOSE' && code !== 'ECONNRESET')
    throw error;
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
