import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createScratch } from '#platform/files/scratch.ts';

const scratch = createScratch();

async function room(): Promise<string> {
  const path = await scratch.create();
  onTestFinished(() => scratch.remove(path));
  return path;
}

describe('a folder that nobody needs afterwards', () => {
  it('takes folders and new files that nobody else can read', async () => {
    const path = await room();
    await scratch.makeFolder(join(path, 'a/b'));
    await scratch.makeFolder(join(path, 'a'));
    const file = join(path, 'a/b/rules.txt');
    await scratch.write(file, 'Ä\n');
    expect(await readFile(file, 'utf8')).toBe('Ä\n');
    expect((await stat(file)).mode & 0o077).toBe(0);
    await expect(scratch.write(file, 'again')).rejects.toThrow('EEXIST');
  });

  it('gives back what is short enough, and goes', async () => {
    const path = await room();
    await scratch.write(join(path, 'file'), 'four');
    expect(await scratch.read(join(path, 'file'), 4)).toBe('four');
    expect(await scratch.read(join(path, 'file'), 3)).toBeUndefined();
    expect(await scratch.read(join(path, 'none'), 3)).toBeUndefined();
    await scratch.remove(path);
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('gives back nothing to which a link leads, and waits for no pipe', async () => {
    const path = await room();
    await writeFile(join(path, 'file'), 'ours');
    await symlink(join(path, 'file'), join(path, 'link'));
    await symlink('/proc/self/environ', join(path, 'environ'));
    execFileSync('/usr/bin/mkfifo', [join(path, 'pipe')]);
    const names = ['link', 'environ', 'pipe', '.'];
    const read = await Promise.all(names.map((name) => scratch.read(join(path, name), 10_000)));
    expect(read).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('goes even where somebody locked what is in it', () => {
    const program = join(import.meta.dirname, 'programs/remove-locked.ts');
    const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['gone', '']);
  });
});
