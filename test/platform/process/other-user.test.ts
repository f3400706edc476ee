import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createScratch } from '#platform/files/scratch.ts';
import { createProcesses } from '#platform/process/processes.ts';
import type { Command } from '#check/needs/processes.ts';
import { eventually, isRunning, realClock, shell, untilGone } from './harness.ts';

const other = { uid: 10_001, gid: 10_001 };
const canSplit = process.getuid?.() === 0 && existsSync('/usr/bin/setpriv');
const quiet = '>/dev/null 2>&1';

const processes = createProcesses({
  clock: realClock,
  parentEnv: { PATH: process.env['PATH'] },
  asUser: other,
});

/** A folder of ours alone, as the scratch of a worker is. */
async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ratchetr-run-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function run(script: string, wish: Partial<Command> = {}, by = processes) {
  const outputDir = join(await ownFolder(), 'out');
  const limits = { wallMs: 240_000, maxOutputBytes: 1_000_000, graceMs: 1_000 };
  const command = { argv: shell(script), cwd: '/', inheritEnv: ['PATH'], outputDir, ...limits };
  const { exit, stdout, stderr } = await by.run({ ...command, ...wish });
  return { exit, stdout: textOf(stdout.path), stderr: textOf(stderr.path) };
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

describe.skipIf(!canSplit)('a program that runs as another user', () => {
  it('has none of our rights and no way to any', async () => {
    const { stdout } = await run('id -u; id -g; cat /proc/self/status');
    expect(stdout).toMatch(/^10001\n10001\n/);
    expect(stdout).toMatch(/^CapInh:\s+0+$/m);
    expect(stdout).toMatch(/^CapPrm:\s+0+$/m);
    expect(stdout).toMatch(/^CapEff:\s+0+$/m);
    expect(stdout).toMatch(/^NoNewPrivs:\s+1$/m);
  });

  it('reads neither our environment, nor our memory, nor our files, and cannot signal us', async () => {
    const secret = join(await ownFolder(), 'secret');
    await writeFile(secret, 'the capability', { mode: 0o600 });
    const { pid } = process;
    const tries = [
      `cat /proc/${pid}/environ`,
      `head -c 1 /proc/${pid}/mem`,
      `ls /proc/${pid}/fd`,
      `cat ${secret}`,
      `kill -0 ${pid}`,
      `kill -USR2 ${pid}`,
    ];
    const script = tries.map((one) => `${one} && echo reached || echo refused`).join('; ');
    const { stdout } = await run(script);
    expect(stdout).toBe('refused\n'.repeat(tries.length));
  });

  it('has variables of its own, which count for nothing before it is that user', async () => {
    const folder = join(await ownFolder(), 'copy');
    await mkdir(folder);
    const env = {
      // The loader of programs writes down what it does, as whoever it is.
      LD_DEBUG: 'libs',
      LD_DEBUG_OUTPUT: join(folder, 'loaded'),
      TOLD: "two\nlines = 'and more'",
      '': 'of no name',
    };
    const { exit, stdout } = await run('printf %s "$TOLD"', { env, cwd: folder, writes: [folder] });
    expect({ exit, stdout }).toEqual({ exit: { kind: 'exited', code: 0 }, stdout: env.TOLD });
    const owners = readdirSync(folder).map((name) => lstatSync(join(folder, name)).uid);
    expect(new Set(owners)).toEqual(new Set([other.uid]));
  });

  it('is started though its name looks like a variable', async () => {
    const folder = join(await ownFolder(), 'copy');
    await mkdir(folder);
    const program = join(folder, 'a=b');
    await writeFile(program, '#!/bin/sh\necho "$1"', { mode: 0o755 });
    const { stdout } = await run('', { argv: [program, 'c=d e'], writes: [folder] });
    expect(stdout).toBe('c=d e\n');
  });

  it('has a home, and finds there first what it installed, as nobody else does', async () => {
    const home = join(await ownFolder(), 'home');
    const bin = join(home, '.local/bin');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, 'git'), '#!/bin/sh\necho planted', { mode: 0o755 });
    await Promise.all([chmod(join(home, '..'), 0o711), chmod(home, 0o777)]);
    const parentEnv = { PATH: process.env['PATH'], HOME: '/root' };
    const split = createProcesses({ clock: realClock, parentEnv, asUser: { ...other, home } });
    const inheritEnv = ['PATH', 'HOME'];
    const told = await run('echo $HOME; git', { inheritEnv }, split);
    expect(told.stdout).toBe(`${home}\nplanted\n`);
    const limits = { wallMs: 240_000, maxOutputBytes: 1_000_000 };
    const asked = await split.ask({ argv: ['git', '--version'], cwd: '/', inheritEnv, ...limits });
    expect(Buffer.from(asked.stdout).toString()).toMatch(/^git version/);
  });

  it('changes what it was given, and not what git keeps of a checkout', async () => {
    const room = await ownFolder();
    const folder = join(room, 'repository');
    await mkdir(join(folder, '.git'), { recursive: true });
    await writeFile(join(folder, '.git/config'), 'ours');
    await mkdir(join(folder, 'src'), { mode: 0o755 });
    await writeFile(join(folder, 'src/add.py'), 'before', { mode: 0o644 });
    await writeFile(join(room, 'ratchetr.yaml'), 'ours', { mode: 0o644 });
    const script = [
      'echo after > src/add.py',
      'chmod +x src/add.py',
      'mv src lib',
      'echo new > new.txt',
      'echo theirs > .git/config',
      'mv .git old',
      'rm -rf .git',
      'echo theirs > ../ratchetr.yaml',
    ];
    await run(script.join('; '), { cwd: folder, writes: [folder] });
    expect(await readFile(join(folder, 'lib/add.py'), 'utf8')).toBe('after\n');
    expect((await lstat(join(folder, 'new.txt'))).uid).toBe(other.uid);
    expect(await readFile(join(folder, '.git/config'), 'utf8')).toBe('ours');
    expect(await readFile(join(room, 'ratchetr.yaml'), 'utf8')).toBe('ours');
  });

  it('gets again what we wrote since, and nothing to which a link leads', async () => {
    const room = await ownFolder();
    const folder = join(room, 'copy');
    await mkdir(folder, { mode: 0o700 });
    await run('touch theirs', { cwd: folder, writes: [folder] });
    await writeFile(join(room, 'ours'), 'ours', { mode: 0o600 });
    await symlink(join(room, 'ours'), join(folder, 'link'));
    await writeFile(join(folder, 'again'), 'we wrote this', { mode: 0o600 });
    const script = 'cat again; echo changed > again; cat link';
    const { stdout } = await run(script, { cwd: folder, writes: [folder] });
    expect(stdout).toBe('we wrote this');
    expect((await lstat(join(room, 'ours'))).uid).toBe(0);
    expect(await readFile(join(folder, 'again'), 'utf8')).toBe('changed\n');
  });

  it('does not get a file of ours that has been given another name in its folder', async () => {
    const room = await ownFolder();
    const folder = join(room, 'copy');
    await mkdir(folder);
    await writeFile(join(room, 'ours'), 'ours', { mode: 0o600 });
    await link(join(room, 'ours'), join(folder, 'linked'));
    await expect(run('cat linked', { cwd: folder, writes: [folder] })).rejects.toThrow(
      'has another name elsewhere',
    );
    expect((await lstat(join(room, 'ours'))).uid).toBe(0);
  });

  it('leaves nothing behind, wherever that went, and ends nobody else', async () => {
    const folder = join(await ownFolder(), 'copy');
    await mkdir(folder);
    const waiting = run(`echo $$ > pid; exec sleep 300`, {
      cwd: folder,
      writes: [folder],
      wallMs: 20_000,
    });
    const sibling = await eventually(() => Number(textOf(join(folder, 'pid'))) || undefined);
    const left = await run(
      `cd /; setsid env -i sh -c 'trap "" TERM; sleep 300 ${quiet} & echo $!'; setsid sleep 301 ${quiet} & echo $!`,
    );
    const pids = left.stdout.trim().split('\n').map(Number);
    expect(pids).toHaveLength(2);
    for (const pid of pids) await untilGone(pid);
    expect(isRunning(sibling)).toBe(true);
    process.kill(sibling, 'SIGKILL');
    expect((await waiting).exit).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
  });

  it('writes to a shared scratch folder, and to no other', async () => {
    const scratch = createScratch({ asUser: other });
    const [own, shared] = [await scratch.create(), await scratch.create({ shared: true })];
    onTestFinished(async () => {
      await Promise.all([own, shared].map((folder) => scratch.remove(folder)));
    });
    await run(`echo 1 > ${shared}/report; echo 1 > ${own}/report`);
    expect(await scratch.read(`${shared}/report`, 10)).toBe('1\n');
    expect(await scratch.read(`${own}/report`, 10)).toBe(undefined);
  });

  it('tells of a program that is not there, and of one that may not be run, as always', async () => {
    const folder = await ownFolder();
    await writeFile(join(folder, 'plain'), 'text');
    await chmod(folder, 0o755);
    const missing = await run('', { argv: ['no-such-program'] });
    const plain = await run('', { argv: [join(folder, 'plain')] });
    const nowhere = await run('true', { cwd: join(folder, 'nowhere') });
    expect(missing.exit).toMatchObject({ kind: 'spawn-failed', code: 'ENOENT' });
    expect(plain.exit).toMatchObject({ kind: 'spawn-failed', code: 'EACCES' });
    expect(nowhere.exit).toMatchObject({ kind: 'spawn-failed', code: 'ENOENT' });
  });
});
