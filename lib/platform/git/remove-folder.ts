import { lstat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { GitDeps } from './git.ts';

const mostTries = 20;
const pauseMs = 100;

/** Removes a folder that others worked in: what they locked is unlocked, what they still write goes as well. */
export async function removeFolder(deps: GitDeps, folder: string): Promise<void> {
  let said = '';
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (tries > 0) {
      await makeWritable(deps, folder);
      await setTimeout(pauseMs);
    }
    const { ended, stderr } = await runOn(deps, folder, ['rm', '-rf', '--']);
    if (ended) return;
    said = stderr;
  }
  const [reason = ''] = said.split('\n');
  throw new Error(`Cannot remove the folder ${folder}: ${reason}; end what still works in it`);
}

/** Takes back the right to read and change all that lies in a folder; links are not followed. */
export async function makeWritable(deps: GitDeps, folder: string): Promise<void> {
  // Others may have worked in it as another user; where none did, this changes nothing.
  await runOn(deps, folder, ['chown', '-R', '-P', '-h', String(process.getuid?.() ?? 0), '--']);
  await runOn(deps, folder, ['chmod', '-R', 'u+rwX', '--']);
}

/** Takes back a folder that another user was given, so that nothing of that user changes it while we work in it. */
export async function reclaimFolder(deps: GitDeps, folder: string): Promise<void> {
  const ours = process.getuid?.();
  if (ours === undefined || (await lstat(folder)).uid === ours) return;
  await runOn(deps, folder, ['chown', '-R', '-P', '-h', String(ours), '--']);
  await runOn(deps, folder, ['chmod', '-R', 'go-w', '--']);
}

/** For thousands of files, these programs need a fifth of the time that Node does. */
async function runOn(
  { processes }: GitDeps,
  folder: string,
  program: readonly [string, ...string[]],
): Promise<{ readonly ended: boolean; readonly stderr: string }> {
  const { exit, stderr } = await processes.ask({
    argv: [...program, folder],
    cwd: '/',
    inheritEnv: ['PATH'],
    env: { LC_ALL: 'C.UTF-8' },
    wallMs: 60_000,
    maxOutputBytes: 1024 * 1024,
  });
  const ended = exit.kind === 'exited' && exit.code === 0;
  return { ended, stderr: new TextDecoder().decode(stderr) };
}
