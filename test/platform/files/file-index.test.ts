import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ReadScope } from '#check/rules/scope/what-is-read.ts';
import { createContents } from '#platform/files/contents.ts';
import { createFileDigests, type KnownFile } from '#platform/files/file-digests.ts';
import { readFileIndex, writeFileIndex } from '#platform/files/file-index.ts';
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

/** One process that looks at the repository and keeps what it knows. */
async function look(repository: string, index: string) {
  const snapshot = await createContents(index).snapshot(repository);
  const digest = await snapshot.digest(everything);
  await snapshot.remember();
  return digest;
}

const known = (digest: string): KnownFile => ({
  state: '1 2 3',
  digest,
  size: 3,
  changedAtSeconds: 1,
  names: ['readme'],
});

describe('what is known of files', () => {
  it('is known to the next process', async () => {
    const path = join(await tempFolder(), 'deep/index.json');
    await writeFileIndex(path, [['/a', known('x')]]);
    expect([...(await readFileIndex(path))]).toEqual([['/a', known('x')]]);
  });

  it('is nothing where it cannot be read', async () => {
    const path = join(await tempFolder(), 'index.json');
    expect(await readFileIndex(path)).toEqual(new Map());
    const bad = ['', '[]', '[0,[]]', '[2,[["/a"]]]', '[2,[["/a","s","d",3,1,[2]]]]', '[2,[7]]'];
    for (const text of bad) {
      await writeFile(path, text);
      expect(await readFileIndex(path)).toEqual(new Map());
    }
  });

  it('stands for a file while it bears the same marks, and is not kept of one that was changed just now', async () => {
    const path = join(await tempFolder(), 'a');
    await writeFile(path, 'a');
    const all = new Map<string, KnownFile>();
    let reads = 0;
    const digest = createFileDigests(all, () => (reads += 1));
    digest(path);
    expect(all.size).toBe(0);
    all.set(path, { ...known('x'), state: 'other' });
    expect(digest(path)?.digest).not.toBe('x');
    expect(reads).toBe(2);
  });

  it('is written once for files that stay the same, and for those that are not listed, as of git', async () => {
    const [repository, index] = [await tempFolder(), await tempFolder()];
    await writeFile(join(repository, 'a.txt'), 'one');
    await mkdir(join(repository, '.git/info'), { recursive: true });
    await writeFile(join(repository, '.git/info/exclude'), '*.log\n');
    // Before that a file is not known by its marks.
    await setTimeout(2_100);
    const written = new Set<number>();
    for (const _ of [1, 2, 3]) {
      await look(repository, index);
      const [name = ''] = await readdir(index);
      written.add((await stat(join(index, name))).ino);
    }
    expect(written.size).toBe(1);
  });

  it('changes nothing of what the content of a repository is called', async () => {
    const [repository, index] = [await tempFolder(), await tempFolder()];
    const path = join(repository, 'a.txt');
    const names = new Set<string | undefined>();
    for (const text of ['one', 'two', 'one', 'six']) {
      await writeFile(path, text);
      await utimes(path, 1_000, 1_000);
      const digest = await look(repository, index);
      expect(await look(repository, index)).toBe(digest);
      expect(await look(repository, await tempFolder())).toBe(digest);
      names.add(digest);
    }
    expect(names.size).toBe(3);
    expect(await readdir(index)).toHaveLength(1);
    await rm(path);
    await look(repository, index);
    const [name = ''] = await readdir(index);
    expect(await readFileIndex(join(index, name))).toEqual(new Map());
  });
});
