import { randomInt } from 'node:crypto';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import type { Environment } from '#config/env.ts';
import type { Command } from '#check/needs/processes.ts';
import { errorCode } from '#base/errors.ts';
import { explainSpawnFailure, type ProgramStart, type SpawnFailure } from './spawn-failure.ts';

/** The user that programs that are not ours run as, so that they reach neither our files nor our memory. */
export interface OtherUser {
  readonly uid: number;
  readonly gid: number;
  /** Where it keeps what it installs for itself; absent: it has the home that we have. */
  readonly home?: string | undefined;
}

/** Debian has them in every image, and a path of the repository must not lead elsewhere. */
const setpriv = '/usr/bin/setpriv';
const env = '/usr/bin/env';
const inShell = ['/bin/sh', '-c', 'exec "$@"', 'sh'] as const;

/**
 * A group for the processes of one run alone. They inherit it and cannot leave it, since that takes a capability that
 * none of them can gain; and Linux shows it to every process.
 */
export function ownGroup(): number {
  // Far above all groups that a system knows.
  return randomInt(2 ** 30, 2 ** 31 - 1);
}

/**
 * What it inherits in candidate of our variables: its own home, and what it installed there before all else. We must never
 * search for a program where it may put one.
 */
export function replaceHome({ home }: OtherUser, ours: Environment): Environment {
  if (home === undefined) return ours;
  const path = [`${home}/.local/bin`, ...(ours['PATH'] === undefined ? [] : [ours['PATH']])];
  return { ...ours, HOME: home, PATH: path.join(delimiter) };
}

export interface Become {
  readonly argv: Command['argv'];
  readonly environment: Environment;
  /** That of this run alone. */
  readonly group: number;
}

/**
 * The arguments that start a program as another user, who can gain no right by what it starts. They are to be started
 * with no environment: a variable such as LD_PRELOAD, which may come from a repository, would bring code into what
 * is still root. The other user sets them for itself.
 */
export function argvAs(
  { uid, gid }: OtherUser,
  { argv, environment, group }: Become,
): Command['argv'] {
  const user = [`--reuid=${uid}`, `--regid=${gid}`, `--groups=${group}`];
  const variables = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || name === '' ? [] : [`${name}=${value}`],
  );
  const become = [...user, '--no-new-privs', '--inh-caps=-all', '--', env, '-i', '--'];
  // What has the sign in its name would be taken for one more variable.
  const program = argv[0].includes('=') ? [...inShell, ...argv] : argv;
  return [setpriv, ...become, ...variables, ...program];
}

/** Why the program itself cannot be started, which would else be told by what starts it; undefined: nothing is known. */
export async function whyNotStarted(
  command: ProgramStart,
  path: string | undefined,
): Promise<SpawnFailure | undefined> {
  const [program] = command.argv;
  const candidates = program.includes('/')
    ? [resolve(command.cwd, program)]
    : (path ?? '/usr/bin:/bin')
        .split(delimiter)
        .map((folder) => resolve(command.cwd, folder, program));
  const errors = await Promise.all(
    candidates.map((candidate) =>
      access(candidate, constants.X_OK).catch((error: unknown) => ({ error })),
    ),
  );
  if (errors.includes(undefined)) return undefined;
  const refused = errors.find((one) => errorCode(one?.error) === 'EACCES');
  return explainSpawnFailure(command, (refused ?? errors[0])?.error);
}
