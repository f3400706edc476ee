import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { engineTools } from '../support/engine-tools.ts';
import { tempFolder } from '../support/temp-folder.ts';

const program = resolve('test/demo/main.ts');

interface Demo {
  readonly child: ChildProcess;
  /** Everything that it makes for a while lies here. */
  readonly folder: string;
  output(): string;
  /** Its exit code. */
  end(): Promise<unknown>;
}

async function startDemo(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Demo> {
  const folder = await tempFolder();
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, ...env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const ended = once(child, 'close');
  return { child, folder, output: () => printed, end: async () => (await ended)[0] };
}

interface Process {
  readonly id: number;
  readonly command: string;
}

/** Processes that work in this folder: it is in their command line or their environment. */
function processesIn(folder: string): readonly Process[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.flatMap((name) => {
    const command = textIn(`/proc/${name}/cmdline`).replaceAll('\0', ' ');
    const environment = textIn(`/proc/${name}/environ`);
    const isThere = command.includes(folder) || environment.includes(folder);
    return isThere ? [{ id: Number(name), command }] : [];
  });
}

/** Whoever ended meanwhile has nothing to say. */
function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Waits until a worker repairs, and so has engines at work, which live on without anybody else. */
async function untilEnginesRun(demo: Demo): Promise<void> {
  const isBusy = (): boolean =>
    /fixup +The worker started/.test(demo.output()) &&
    processesIn(demo.folder).some(({ command }) => command.includes('vitest.mjs'));
  while (!isBusy()) {
    if (demo.child.exitCode !== null) throw new Error(demo.output());
    await pause(50);
  }
}

describe('npm run demo', () => {
  it('takes a pull request to green step by step, and leaves nothing behind', async () => {
    await engineTools();
    const demo = await startDemo();
    expect([await demo.end(), demo.output()]).toEqual([0, expect.any(String)]);
    const parts = demo.output().split('\n\n');
    const [, story = '', log = '', commits = '', , , verified = ''] = parts;
    const steps = [...log.matchAll(/^ +\d+ {2}(FIX_\w+|DONE)/gm)].map(([, action]) => action);
    expect(steps).toEqual(['FIX_MERGE_CONFLICT', 'FIX_CI', 'FIX_REVIEW', 'DONE']);
    expect(story).toMatch(/CI +\w{7} on main: all 7 jobs passed/);
    expect(story).toMatch(/CI +\w{7} on gift-cards: 7 of 7 jobs failed/);
    expect(story).toMatch(/autofix: Repair \d findings? of ruff/);
    expect(story).toMatch(/autofix: Repair \d findings? of oxlint/);
    expect(story).toMatch(/command: Resolve the conflicts/);
    expect(story).toMatch(/command: Address a review comment/);
    const own = commits.match(/^ {2}\w{7} \(.*\) ratchetr\[bot\]: .*\n +Ratchetr-Run: run-\S+$/gm);
    expect(own).toHaveLength(3);
    expect(own?.filter((line) => /\(\w{7} \w{7}\)/.test(line))).toHaveLength(1);
    expect(verified).not.toContain('✗');
    expect(verified.match(/✓/g)).toHaveLength(12);
    expect(processesIn(demo.folder)).toEqual([]);
    expect(await readdir(demo.folder)).toEqual([]);
  });

  it('shows the TypeScript half where there is no Python, and ends everything when interrupted', async () => {
    const demo = await startDemo(['--keep'], { PATH: await pathWithoutPython() });
    await untilEnginesRun(demo);
    demo.child.kill('SIGINT');
    expect([await demo.end(), demo.output()]).toEqual([130, expect.any(String)]);
    expect(demo.output()).toContain('only the TypeScript half is shown');
    expect(demo.output()).toMatch(/CI +\w{7} on main: all 4 jobs passed/);
    // The folder stays, so nothing ends just because its files are gone.
    expect(processesIn(demo.folder)).toEqual([]);
    const [kept = ''] = await readdir(demo.folder);
    expect(demo.output()).toContain(join(demo.folder, kept));
  });

  it('says so where the control plane dies, and ends the workers that live on', async () => {
    const demo = await startDemo(['--keep'], { PATH: await pathWithoutPython() });
    await untilEnginesRun(demo);
    const plane = processesIn(demo.folder).find(({ command }) => command.includes(' up --repo '));
    process.kill(plane?.id ?? NaN, 'SIGKILL');
    expect([await demo.end(), demo.output()]).toEqual([1, expect.any(String)]);
    expect(demo.output()).toContain('Not green: the control plane ended with SIGKILL');
    expect(processesIn(demo.folder)).toEqual([]);
  });
});

/** A PATH with everything that is on ours but Python. */
async function pathWithoutPython(): Promise<string> {
  const path = join(await tempFolder(), 'bin');
  await mkdir(path);
  const taken = new Set<string>();
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (name.startsWith('python') || taken.has(name)) continue;
      taken.add(name);
      await symlink(join(folder, name), join(path, name));
    }
  }
  return path;
}
