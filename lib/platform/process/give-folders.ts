import { chmod, chown, lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from '#check/needs/processes.ts';
import { askProgram } from './ask-program.ts';
import type { OtherUser } from './other-user.ts';

/** Makes folders those of another user, with all of ours that is in them; what git keeps of a checkout stays ours. */
export async function giveFolders(user: OtherUser, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    await openWay(dirname(folder));
    const git = await lstat(join(folder, '.git')).catch(() => undefined);
    if (git?.uid === ourId()) await giveCheckout(user, folder);
    else await giveAll(user, folder);
  }
}

/** Makes our folder one that the other user can pass through, but not list. */
async function openWay(folder: string): Promise<void> {
  if (!folder.startsWith(`${tmpdir()}/`)) return;
  const { mode, uid } = await lstat(folder);
  // What the other user made is entered by that user anyway.
  if (uid === ourId() && (mode & 0o001) === 0) await chmod(folder, (mode & 0o777) | 0o011);
  await openWay(dirname(folder));
}

/** In a sticky folder another user cannot remove or rename what is ours: so our git may trust what it keeps there. */
async function giveCheckout(user: OtherUser, folder: string): Promise<void> {
  const { mode, gid } = await lstat(folder);
  // We write nothing into it afterwards, and with all that was installed there it is large.
  if (gid === user.gid && (mode & 0o1000) !== 0) return;
  await refuseOtherNames(folder);
  const entries = ['-mindepth', '1', '-maxdepth', '1', '!', '-name', '.git'];
  await runSystemTool([
    'find',
    folder,
    ...entries,
    '-exec',
    'chown',
    ...toUser(user),
    '--',
    '{}',
    '+',
  ]);
  await chown(folder, ourId(), user.gid);
  await chmod(folder, 0o1775);
}

async function giveAll(user: OtherUser, folder: string): Promise<void> {
  await refuseOtherNames(folder);
  await runSystemTool(['chown', ...toUser(user), '--', folder]);
}

// chown follows no link, not even one made meanwhile: it goes down by open folders and not by names.
function toUser({ uid, gid }: OtherUser): readonly string[] {
  return ['-R', '-P', '-h', `--from=${ourId()}`, `${uid}:${gid}`];
}

/** We write no file under two names: one that has another name may be a file of ours from anywhere. */
async function refuseOtherNames(folder: string): Promise<void> {
  const ours = ['-type', 'f', '-user', String(ourId()), '-links', '+1', '-print', '-quit'];
  const found = await runSystemTool(['find', folder, '-name', '.git', '-prune', '-o', ...ours]);
  if (found === '') return;
  throw new Error(`${found.trim()} stays ours, for it has another name elsewhere: remove it there`);
}

async function runSystemTool(argv: Command['argv']): Promise<string> {
  const limits = { wallMs: 120_000, maxOutputBytes: 1024 * 1024 };
  const env = { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' };
  const question = { argv, cwd: '/', env, ...limits };
  const { exit, stdout, stderr } = await askProgram({}, question);
  const [reason = ''] = Buffer.from(stderr).toString().split('\n');
  // A file that went away meanwhile need not be given.
  const isDone = exit.kind === 'exited' && (exit.code === 0 || /No such file/.test(reason));
  if (isDone) return Buffer.from(stdout).toString();
  throw new Error(`Folders cannot be given to another user: ${reason || exit.kind}`);
}

function ourId(): number {
  return process.getuid?.() ?? 0;
}
