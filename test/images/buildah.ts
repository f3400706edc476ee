import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { onTestFinished } from 'vitest';
import { pinnedNode, type Started, startProgram } from '../cli/start-program.ts';

/** A Debian and its image are made once; what is built of it comes anew each time. */
const room = resolve('.cache/images');
const planted = join(room, 'base');
const base = 'localhost/ratchetr-base';

/** Why images cannot be built here; undefined: they can. */
export function whyNoImages(): string | undefined {
  if (process.getuid?.() !== 0) return 'images are built by root alone';
  const missing = ['buildah', 'debootstrap'].filter((program) => !isOnPath(program));
  if (missing.length > 0) return `${missing.join(' and ')} must be installed`;
  return canRun('unshare', ['--mount', 'true']) ? undefined : 'root may not mount here';
}

function isOnPath(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(':');
  return [...folders, '/usr/sbin'].some((folder) => existsSync(join(folder, program)));
}

function canRun(program: string, args: readonly string[]): boolean {
  try {
    run(program, args);
    return true;
  } catch {
    return false;
  }
}

let known: readonly string[] | undefined;

/** Where images lie, in layers where the file system can have them: else each container is a copy of all of its image. */
function store(): readonly string[] {
  known ??= [storeOf('overlay'), storeOf('vfs')].find((one) => canRun('buildah', [...one, 'info']));
  if (known === undefined) throw new Error('buildah can keep no images here');
  return known;
}

function storeOf(driver: 'overlay' | 'vfs'): readonly string[] {
  const folder = join(room, driver);
  const places = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  return [...places, '--storage-driver', driver];
}

/** An image of a Debian with the Node of this project: no registry is asked for one. */
function makeBase(): string {
  if (!existsSync(join(planted, 'usr/local/bin/npm'))) {
    mkdirSync(room, { recursive: true });
    run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', planted]);
    copyFileSync(pinnedNode, join(planted, 'usr/local/bin/node'));
    cpSync(npmFolder(), join(planted, 'usr/local/lib/node_modules/npm'), { recursive: true });
    trustAsHere();
    for (const left of ['var/cache/apt', 'var/lib/apt/lists']) {
      rmSync(join(planted, left), { recursive: true });
      mkdirSync(join(planted, left));
    }
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(planted, 'usr/local/bin/npm'));
  }
  const file = join(room, 'Base.Dockerfile');
  writeFileSync(file, 'FROM scratch\nCOPY base /\n');
  if (!hasImage(base)) buildah('bud', '--isolation', 'chroot', '-t', base, '-f', file, room);
  return base;
}

/** The npm of this machine, wherever it came from. */
function npmFolder(): string {
  const found = execFileSync('readlink', ['-f', execFileSync('which', ['npm']).toString().trim()]);
  return resolve(found.toString().trim(), '../..');
}

/** Whom this machine trusts the image trusts while it is built: packages may come from a mirror. */
function trustAsHere(): void {
  const bundle = '/etc/ssl/certs/ca-certificates.crt';
  if (!existsSync(bundle)) return;
  copyFileSync(bundle, join(planted, bundle));
  writeFileSync(join(planted, 'etc/pip.conf'), `[global]\ncert = ${bundle}\n`);
  mkdirSync(join(planted, 'usr/local/etc'), { recursive: true });
  writeFileSync(join(planted, 'usr/local/etc/npmrc'), `cafile=${bundle}\n`);
}

function hasImage(name: string): boolean {
  try {
    buildah('inspect', '--type', 'image', name);
    return true;
  } catch {
    return false;
  }
}

export const targets = ['tools', 'gateway', 'engine', 'agent'] as const;
export type Target = (typeof targets)[number];

/** Builds one target of the Dockerfile, without the agents of others. */
export async function buildImage(target: Target): Promise<void> {
  const built = target === 'tools' ? {} : { TOOLS: imageOf('tools') };
  const args = { BASE: makeBase(), ...built, CLAUDE_CODE_VERSION: '', CODEX_VERSION: '' };
  const given = Object.entries(args).flatMap(([name, value]) => [
    '--build-arg',
    `${name}=${value}`,
  ]);
  const how = ['--isolation', 'chroot', '--target', target, '-t', imageOf(target)];
  const all = [...store(), 'bud', ...how, ...given, '-f', 'containers/Dockerfile', '.'];
  await promisify(execFile)('buildah', all, { maxBuffer: 64 * 1024 * 1024 });
}

/** They take gigabytes, and the next run builds them anew. */
export function removeImages(): void {
  buildah('rmi', '--force', ...targets.map(imageOf));
}

const described = z.object({
  OCIv1: z.object({ config: z.object({ Entrypoint: z.array(z.string()) }) }),
});

/** Starts what an image starts, or another program in it, with an environment of which it knows all. */
export function startImage(
  target: Target,
  environment: Readonly<Record<string, string>>,
  program = entryOf(target),
): Container {
  const name = buildah('from', '--pull=false', imageOf(target)).trim();
  const root = buildah('mount', name).trim();
  // Its processes see those of this machine, so what it is told must not stand in the arguments of one that goes on.
  const variables = Object.entries(environment).flatMap((pair) => ['--env', pair.join('=')]);
  if (variables.length > 0) buildah('config', ...variables, name);
  const how = ['run', '--isolation', 'chroot', name, '--'];
  const started = startProgram(['buildah', ...store(), ...how, ...program]);
  const stop = async (): Promise<void> => {
    for (const pid of processesIn(root)) process.kill(pid, 'SIGTERM');
    await started.ended;
  };
  onTestFinished(async () => {
    await stop();
    buildah('rm', name);
  });
  return { ended: started.ended, root, stop };
}

export interface Container extends Pick<Started, 'ended'> {
  /** All that is in it, as this machine sees it. */
  readonly root: string;
  /** As the platform does. */
  stop(): Promise<void>;
}

function entryOf(target: Target): readonly string[] {
  const text = buildah('inspect', '--type', 'image', imageOf(target));
  return described.parse(JSON.parse(text)).OCIv1.config.Entrypoint;
}

/** Those whose root is this folder, under whatever name it was mounted for them. */
function processesIn(root: string): readonly number[] {
  const wanted = placeOf(root);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && placeOf(`/proc/${name}/root/`) === wanted)
    .map(Number);
}

function placeOf(folder: string): string | undefined {
  try {
    const { dev, ino } = statSync(folder);
    return `${dev} ${ino}`;
  } catch {
    // It has ended, or not even root may look.
    return undefined;
  }
}

/** How large each image is, in megabytes. */
export function sizesOfImages(): Readonly<Record<string, number>> {
  const listed = z
    .array(z.object({ names: z.array(z.string()).nullish(), size: z.string() }))
    .parse(JSON.parse(buildah('images', '--json')));
  return Object.fromEntries(
    listed.flatMap(({ names, size }) => (names ?? []).map((name) => [name, megabytes(size)])),
  );
}

function megabytes(text: string): number {
  const [, number = '0', unit = 'MB'] = /^([\d.]+)\s*(\w+)$/.exec(text) ?? [];
  return Math.round(Number(number) * (unit === 'GB' ? 1000 : unit === 'KB' ? 0.001 : 1));
}

function imageOf(target: Target): string {
  return `localhost/ratchetr-${target}`;
}

function buildah(...args: readonly string[]): string {
  return run('buildah', [...store(), ...args]);
}

function run(program: string, args: readonly string[]): string {
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };
  return execFileSync(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
}
