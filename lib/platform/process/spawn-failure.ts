import { stat } from 'node:fs/promises';
import { errorCode, errorMessage } from '#base/errors.ts';

import type { Command, Exit } from '#check/needs/processes.ts';

export type SpawnFailure = Extract<Exit, { kind: 'spawn-failed' }>;

/** What says how a program was to be started. */
export type ProgramStart = Pick<Command, 'argv' | 'cwd' | 'uid' | 'gid'>;

/** Says why a program did not start; the system has one code for several causes. */
export async function explainSpawnFailure(
  start: ProgramStart,
  error: unknown,
): Promise<SpawnFailure> {
  const code = errorCode(error) ?? 'UNKNOWN';
  const reason = await explainCode(code, start);
  const message = `Cannot start "${start.argv[0]}": ${reason ?? errorMessage(error)}.`;
  return { kind: 'spawn-failed', code, message };
}

async function explainCode(
  code: string,
  { cwd, uid, gid }: ProgramStart,
): Promise<string | undefined> {
  switch (code) {
    case 'ENOENT':
      return (await isMissing(cwd))
        ? `its working directory "${cwd}" does not exist`
        : 'no such program, or the interpreter named in its first line is missing';
    case 'ENOTDIR':
      return `its working directory "${cwd}" or a folder of its path is not a folder`;
    case 'EACCES':
      return `it is not an executable file, or its working directory "${cwd}" may not be entered`;
    case 'EPERM':
      return `not permitted as uid ${uid ?? 'unchanged'}, gid ${gid ?? 'unchanged'}`;
    case 'E2BIG':
      return 'its arguments and environment are too long for the system';
    default:
      return undefined;
  }
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch {
    return true;
  }
}
