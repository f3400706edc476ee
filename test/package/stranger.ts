import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Started, startProgram } from '../cli/start-program.ts';
import { nodeOf } from './nodes.ts';
import { tarball } from './pack.ts';

interface Said {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** A user with a Node, npm and git, and nothing of ours. */
export interface Stranger {
  /** Everything that this user may write, apart from what all may. */
  readonly folder: string;
  /** Where the package is installed. */
  readonly project: string;
  /** The arguments that start a program as this user, with nothing of our environment. */
  as(argv: readonly string[], env?: Readonly<Record<string, string>>): readonly string[];
  run(...argv: readonly string[]): Promise<Said>;
  start(argv: readonly string[], env?: Readonly<Record<string, string>>): Started;
  /** Plants a file in the project. */
  write(files: Readonly<Record<string, string>>): void;
  /** What this user wrote elsewhere. */
  wroteElsewhere(): readonly string[];
  leave(): void;
}

/** The number of a user that no other run of the suite takes, so that what this one wrote is found again. */
const id = 61_000 + (process.pid % 4_000);
const isRoot = process.getuid?.() === 0;

/** An ordinary user with an empty home, in whose project the package was installed without a network. */
export async function welcomeStranger(
  version: string,
  { tools }: { readonly tools?: string } = {},
): Promise<Stranger> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ratchetr-stranger-')));
  const home = join(folder, 'home');
  const temporary = join(folder, 'tmp');
  const project = join(folder, 'project');
  const bin = join(folder, 'bin');
  for (const made of [home, temporary, project, bin]) mkdirSync(made);
  // Ours may lie where this user may not enter.
  cpSync(join(await nodeOf(version), 'node'), join(bin, 'node'));
  cpSync(tarball, join(folder, 'ratchetr.tgz'));
  for (const name of tools === undefined
    ? []
    : ['node_modules', 'package.json', 'package-lock.json']) {
    cpSync(join(tools ?? '', name), join(project, name), { recursive: true });
  }
  const own = () => isRoot && execFileSync('chown', ['-R', `${id}:${id}`, folder]);
  own();
  const path = [bin, dirname(npmProgram()), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  const variables = { PATH: path, HOME: home, TMPDIR: temporary, LANG: 'C.UTF-8' };
  const user = ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups'];
  const stranger: Stranger = {
    folder,
    project,
    as: (argv, env = {}) => [
      ...(isRoot ? user : []),
      '/usr/bin/env',
      '-i',
      ...Object.entries({ ...variables, ...env }).map(([name, value]) => `${name}=${value}`),
      ...argv,
    ],
    run: (...argv) => run(stranger.as(argv), project),
    start: (argv, env) => startProgram(stranger.as(argv, env), { cwd: project }),
    write: (files) => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(project, name)), { recursive: true });
        writeFileSync(join(project, name), text);
      }
      own();
    },
    wroteElsewhere: () => (isRoot ? foundElsewhere(folder) : []),
    leave: () => rmSync(folder, { recursive: true, force: true }),
  };
  const install = ['npm', 'install', '--offline', '--no-audit', '--no-fund', '../ratchetr.tgz'];
  const [program = '', ...args] = stranger.as(install);
  execFileSync(program, args, { cwd: project, stdio: 'pipe' });
  return stranger;
}

function run([program = '', ...args]: readonly string[], cwd: string): Promise<Said> {
  const { promise, resolve } = Promise.withResolvers<Said>();
  execFile(program, args, { cwd, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
    resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
  );
  return promise;
}

function npmProgram(): string {
  const folders = (process.env['PATH'] ?? '').split(':');
  const found = folders.map((folder) => join(folder, 'npm')).find((path) => existsSync(path));
  if (found === undefined) throw new Error('There is no npm on the PATH');
  return found;
}

/** Where anybody may write: nowhere else could this user. */
function foundElsewhere(folder: string): readonly string[] {
  const places = ['/tmp', '/var/tmp', '/dev/shm', dirname(folder)].filter((path) =>
    existsSync(path),
  );
  const found = execFileSync(
    'find',
    [...places, '-maxdepth', '2', '-uid', String(id), '-not', '-path', `${folder}*`],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  return found.split('\n').filter((path) => path !== '');
}
