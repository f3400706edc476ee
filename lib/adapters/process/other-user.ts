import { randomInt } from 'node:crypto';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import type { Command } from '#ports/processes.ts';
import { explainSpawnFailure, type SpawnFailure } from './spawn-failure.ts';

/** Whom programs that are not ours run as, so that they reach neither our files nor our memory. */
export interface OtherUser {
  readonly uid: number;
  readonly gid: number;
}

/** Debian has it in every image, and a path of the repository must not lead elsewhere. */
const setpriv = '/usr/bin/setpriv';

/**
 * A group for the processes of one run alone. They inherit it and cannot leave it, since that takes a capability that
 * none of them can gain; and Linux shows it to everybody.
 */
export function ownGroup(): number {
  // Far above all groups that a system knows.
  return randomInt(2 ** 30, 2 ** 31 - 1);
}

/** The arguments that start a program as another user, who can gain no right by what it starts. */
export function argvAs(
  { uid, gid }: OtherUser,
  group: number,
  argv: Command['argv'],
): Command['argv'] {
  const user = [`--reuid=${uid}`, `--regid=${gid}`, `--groups=${group}`];
  return [setpriv, ...user, '--no-new-privs', '--inh-caps=-all', '--', ...argv];
}

/** Why the program itself cannot be started, which would else be told by what starts it; undefined: nothing is known. */
export async function whyNotStarted(
  command: Pick<Command, 'argv' | 'cwd'>,
  path: string | undefined,
): Promise<SpawnFailure | undefined> {
  const [program] = command.argv;
  const places = program.includes('/')
    ? [resolve(command.cwd, program)]
    : (path ?? '/usr/bin:/bin')
        .split(delimiter)
        .map((folder) => resolve(command.cwd, folder, program));
  const errors = await Promise.all(
    places.map((place) => access(place, constants.X_OK).catch((error: unknown) => ({ error }))),
  );
  if (errors.includes(undefined)) return undefined;
  const refused = errors.find((one) => codeOf(one?.error) === 'EACCES');
  return explainSpawnFailure(command, (refused ?? errors[0])?.error);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
