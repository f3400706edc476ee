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

async function startDemo(env: Readonly<Record<string, string>> = {}): Promise<Demo> {
  const folder = await tempFolder();
  const child = spawn(process.execPath, [program], {
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

/** Processes that work in this folder, by what their environment says. */
function processesIn(folder: string): readonly string[] {
  return readdirSync('/proc').filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      return readFileSync(`/proc/${id}/environ`, 'utf8').includes(`TMPDIR=${folder}`);
    } catch {
      return false;
    }
  });
}

async function expectNothingLeft({ folder }: Demo): Promise<void> {
  expect(processesIn(folder)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
}

describe('npm run demo', () => {
  it('takes a pull request to green step by step, and leaves nothing behind', async () => {
    await engineTools();
    const demo = await startDemo();
    expect([await demo.end(), demo.output()]).toEqual([0, expect.any(String)]);
    const [story = '', log = '', commits = '', , , verified = ''] = demo.output().split('\n\n');
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
    expect(verified.match(/✓/g)).toHaveLength(11);
    await expectNothingLeft(demo);
  });

  it('shows the TypeScript half where there is no Python, and ends everything when interrupted', async () => {
    const demo = await startDemo({ PATH: await pathWithoutPython() });
    while (!/fixup +The worker started/.test(demo.output())) {
      if (demo.child.exitCode !== null) throw new Error(demo.output());
      await pause(100);
    }
    expect(processesIn(demo.folder).length).toBeGreaterThan(0);
    demo.child.kill('SIGINT');
    expect([await demo.end(), demo.output()]).toEqual([130, expect.any(String)]);
    expect(demo.output()).toContain('only the TypeScript half is shown');
    expect(demo.output()).toMatch(/CI +\w{7} on main: all 4 jobs passed/);
    await expectNothingLeft(demo);
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
