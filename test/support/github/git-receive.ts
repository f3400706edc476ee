import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { noCommit } from './git-store.ts';
import type { Account, Token } from './identity.ts';
import type { Repository } from './model.ts';
import { type Objection, objectionTo } from './push-rules.ts';
import { moveRef } from './pushes.ts';
import type { World } from './world.ts';

/** A push by git's protocol, its sender let in. */
export interface Push {
  readonly repository: Repository;
  readonly token: Token;
  readonly sender: Account;
  /** The whole request of git-receive-pack. */
  readonly request: Buffer;
}

interface Command {
  readonly before: string;
  readonly after: string;
  readonly ref: string;
}

/** How one command ended; without a reason it was done. */
interface Report {
  readonly ref: string;
  readonly reason?: string;
  /** What the person at the other end reads. */
  readonly words?: string;
}

/**
 * Takes a push in place of git, since the world has to judge it before a ref moves and to tell what
 * follows from it. Answers the bytes that git's client expects.
 */
export async function receivePush(world: World, push: Push): Promise<Buffer> {
  const { commands, capabilities, pack } = readRequest(push.request);
  // A client asks with nothing at first where it must find out how to sign in.
  if (commands.length === 0) return Buffer.alloc(0);
  if (pack.length > 0) await unpack(push.repository, pack);
  const judged = commands.map((command) => judge(world, push, command));
  const atomic =
    capabilities.includes('atomic') && judged.some(({ reason }) => reason !== undefined);
  const reports = judged.map((report) =>
    atomic && report.reason === undefined ? { ...report, reason: 'atomic push failure' } : report,
  );
  for (const [index, { reason }] of reports.entries()) {
    const command = commands[index];
    if (reason === undefined && command !== undefined) carryOut(world, push, command);
  }
  return capabilities.includes('side-band-64k') ? inBands(reports) : plainReport(reports);
}

function judge(world: World, push: Push, { before, after, ref }: Command): Report {
  const { repository, token } = push;
  if ((repository.git.ref(ref) ?? noCommit) !== before) {
    return { ref, reason: 'cannot lock ref: it is not where you think' };
  }
  if (ref.startsWith('refs/pull/')) return { ref, reason: 'deny updating a hidden ref' };
  const objection = objectionTo(world, { repository, ref, after, force: true, token });
  return objection === undefined ? { ref } : { ref, ...wordsOf(ref, objection) };
}

function wordsOf(ref: string, { code, message }: Objection): Pick<Report, 'reason' | 'words'> {
  if (code !== 'signatures' && code !== 'protected') return { reason: message };
  const [, ...details] = message.split('\n');
  return {
    reason: 'push declined due to repository rule violations',
    words: `error: GH013: Repository rule violations found for ${ref}.\n${details.join('\n')}\n`,
  };
}

function carryOut(world: World, { repository, sender }: Push, { after, ref }: Command): void {
  moveRef(world, repository, { ref, after: after === noCommit ? undefined : after, sender });
}

async function unpack({ git }: Repository, pack: Buffer): Promise<void> {
  const child = spawn('git', ['unpack-objects', '-q'], {
    cwd: git.dir,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const [said, code] = await Promise.all([
    text(child.stderr),
    new Promise((resolve, reject) => {
      child.on('close', resolve).on('error', reject);
      child.stdin.on('error', reject).end(pack);
    }),
  ]);
  if (code !== 0) throw new Error(`git could not unpack a push: ${said}`);
}

function readRequest(request: Buffer): {
  readonly commands: readonly Command[];
  readonly capabilities: readonly string[];
  readonly pack: Buffer;
} {
  const lines: string[] = [];
  let at = 0;
  for (;;) {
    const length = Number.parseInt(request.toString('latin1', at, at + 4), 16);
    if (Number.isNaN(length))
      throw new Error('A push does not begin with the lines of its commands');
    if (length === 0) break;
    lines.push(request.toString('utf8', at + 4, at + length).trimEnd());
    at += length;
  }
  // They stand once, behind the first command.
  const words = lines.find((line) => line.includes('\0'))?.split('\0')[1] ?? '';
  const commands = lines
    .map((line) => line.split('\0')[0]?.split(' ') ?? [])
    .map(([before = '', after = '', ref = '']) => ({ before, after, ref }))
    .filter(({ before }) => before !== 'shallow');
  return { commands, capabilities: words.trim().split(' '), pack: request.subarray(at + 4) };
}

function plainReport(reports: readonly Report[]): Buffer {
  const lines = reports.map(({ ref, reason }) =>
    reason === undefined ? `ok ${ref}\n` : `ng ${ref} ${reason}\n`,
  );
  return Buffer.concat([
    ...['unpack ok\n', ...lines].map((line) => packet(line)),
    Buffer.from('0000'),
  ]);
}

/** The second band is shown to people, each line after the word `remote:`. */
function inBands(reports: readonly Report[]): Buffer {
  const words = reports.flatMap((report) => report.words ?? []).join('\n');
  return Buffer.concat([
    ...(words === '' ? [] : [packet(`\u0002${words}`)]),
    packet(Buffer.concat([Buffer.from([1]), plainReport(reports)])),
    Buffer.from('0000'),
  ]);
}

function packet(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}
