import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Exit } from '#check/needs/processes.ts';

import { makeFolder, runProgram, shell } from './harness.ts';

const maxBytes = 4_000_000;
const over: Exit = { kind: 'overgrown', limitBytes: maxBytes };
const env = { PATH: process.env['PATH'] ?? '' };

/** Runs a script in a folder of two that are watched. */
async function run(script: string, prepare?: (folder: string) => Promise<unknown>): Promise<Exit> {
  const [cwd, beside] = [await makeFolder(), await makeFolder()];
  await prepare?.(cwd);
  const disk = { folders: [cwd, beside], maxBytes };
  const argv = [...shell(script), 'sh', beside] as const;
  return (await runProgram({ argv, cwd, env, disk, graceMs: 500 })).exit;
}

const large = 'head -c 5000000 /dev/zero >';

describe('the room that a program takes', () => {
  it.each([
    ['by one file, while it runs', `${large} large; sleep 300`],
    ['outside its own folder', `${large} "$1/large"; sleep 300`],
    ['in a folder below', `mkdir -p a/b; ${large} a/b/large; sleep 300`],
    ['and is gone before anybody looks', `${large} large`],
    ['by a file with a hole', 'truncate -s 5000000 hole'],
    ['by many that are empty', 'seq 4500 | while read name; do : > "$name"; done'],
    ['while it ignores its end', `trap '' TERM; ${large} large; while :; do sleep 1; done`],
  ])('ends it %s', async (_name, script) => {
    expect(await run(script)).toEqual(over);
  });

  it('counts what was there, but nothing that a link leads to', async () => {
    const exit = await run('sleep 0.6', async (folder) => {
      const elsewhere = await makeFolder();
      await writeFile(join(elsewhere, 'large'), '');
      await truncate(join(elsewhere, 'large'), 5_000_000);
      await symlink(elsewhere, join(folder, 'folder'));
      await symlink(join(elsewhere, 'large'), join(folder, 'file'));
      await mkdir(join(folder, 'small'));
    });
    expect(exit).toEqual({ kind: 'exited', code: 0 });
  });

  it('is of no matter where the folder is removed', async () => {
    expect(await run('rm -rf "$1" "$PWD"; sleep 0.6')).toEqual({ kind: 'exited', code: 0 });
  });
});
