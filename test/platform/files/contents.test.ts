import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createContents } from '#platform/files/contents.ts';
import type { ReadScope } from '#check/rules/scope/what-is-read.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const everything: ReadScope = {
  root: '.',
  scope: ['.'],
  judges: /\.txt$/,
  reads: 'repository',
  configNames: [],
  config: null,
  named: [],
};

async function aRepository(reading: Partial<ReadScope> = {}) {
  const repository = await tempFolder();
  const contents = createContents();
  const at = (path: string) => join(repository, path);
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), text);
  };
  await write('src/a.txt', 'a');
  const digest = async () =>
    (await contents.snapshot(repository)).digest({ ...everything, ...reading });
  return { repository, at, write, digest };
}

describe('the content of a repository', () => {
  it('is the same until something changes, even within one tick of the clock', async () => {
    const { digest, write } = await aRepository();
    const seen = new Set<string | undefined>();
    for (const text of ['a', 'b', 'c', 'd']) {
      await write('src/a.txt', text);
      seen.add(await digest());
      seen.add(await digest());
    }
    expect(seen.size).toBe(4);
  });

  it('is the name of each file too', async () => {
    const { digest, write, at } = await aRepository();
    const before = await digest();
    await rm(at('src/a.txt'));
    await write('src/b.txt', 'a');
    expect(await digest()).not.toBe(before);
  });

  it('counts nothing that is installed, and nothing that tools keep for themselves', async () => {
    const { digest, write } = await aRepository();
    const before = await digest();
    await write('node_modules/x/index.js', '');
    await write('env/pyvenv.cfg', '');
    await write('env/lib/x.py', '');
    await write('.mypy_cache/x.json', '');
    await write('.ratchetr/baseline/ruff.tsv', '');
    expect(await digest()).toBe(before);
    await write('dist/made.js', '');
    expect(await digest()).not.toBe(before);
  });

  it('is what a link to a file leads to, wherever that is', async () => {
    const { digest, at } = await aRepository();
    const elsewhere = join(await tempFolder(), 'a.txt');
    await writeFile(elsewhere, 'one');
    await symlink(elsewhere, at('src/linked.txt'));
    const before = await digest();
    await writeFile(elsewhere, 'two');
    expect(before).toBeDefined();
    expect(await digest()).not.toBe(before);
  });

  it('is not told where a link to a folder leads out, but where it stays inside', async () => {
    const { digest, at } = await aRepository();
    await symlink(at('src'), at('inside'));
    expect(await digest()).toBeDefined();
    await symlink(await tempFolder(), at('outside'));
    expect(await digest()).toBeUndefined();
  });

  it('is not told for a scope with a link to a folder in it', async () => {
    const { digest, at } = await aRepository({ reads: 'scope', scope: ['src'] });
    await symlink(at('src'), at('beside'));
    expect(await digest()).toBeDefined();
    await mkdir(at('other'));
    await symlink(at('other'), at('src/in'));
    expect(await digest()).toBeUndefined();
  });

  it('reads no device', async () => {
    const { digest, at } = await aRepository();
    await symlink('/dev/zero', at('linked'));
    expect(await digest()).toBeDefined();
  });

  it('is not told where it cannot be listed', async () => {
    const { digest, repository } = await aRepository();
    await rm(repository, { recursive: true });
    expect(await digest()).toBeUndefined();
  });
});
