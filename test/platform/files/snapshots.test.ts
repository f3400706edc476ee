import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSnapshots } from '#platform/files/snapshots.ts';
import { systemClock } from '#platform/system/clock.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function kept(leaveOut: readonly string[] = []) {
  const root = await tempFolder();
  const place = { folder: join(root, 'folder'), leaveOut };
  await mkdir(place.folder);
  const open = () => createSnapshots({ clock: systemClock, folder: join(root, 'room') });
  const at = (path: string) => join(place.folder, path);
  return { place, open, at };
}

const text = (content: string, mode = '100644') =>
  expect.objectContaining({ mode, content: Buffer.from(content).toString('base64') });

describe('a folder that was kept', () => {
  it('tells every kind of change since, also to who opens it anew', async () => {
    const { place, open, at } = await kept();
    await mkdir(at('d'));
    for (const name of ['same', 'changed', 'gone', 'mode', 'kind', 'd/below'])
      await writeFile(at(name), 'old');
    await symlink('same', at('link'));
    const snapshot = await open().take(place);
    await writeFile(at('changed'), 'new');
    await rm(at('gone'));
    await chmod(at('mode'), 0o755);
    await rm(at('kind'));
    await symlink('/etc/passwd', at('kind'));
    await rm(at('link'));
    await symlink('changed', at('link'));
    await rm(at('d'), { recursive: true });
    await writeFile(at('d'), 'file');
    await writeFile(at('.gitignore'), 'ignored\n');
    await writeFile(at('ignored'), 'made');
    expect(await open().changesSince(snapshot, place)).toEqual([
      { path: '.gitignore', before: null, after: text('ignored\n') },
      { path: 'changed', before: text('old'), after: text('new') },
      { path: 'd', before: null, after: text('file') },
      { path: 'd/below', before: text('old'), after: null },
      { path: 'gone', before: text('old'), after: null },
      { path: 'ignored', before: null, after: text('made') },
      { path: 'kind', before: text('old'), after: text('/etc/passwd', '120000') },
      { path: 'link', before: text('same', '120000'), after: text('changed', '120000') },
      { path: 'mode', before: text('old'), after: text('old', '100755') },
    ]);
  });

  it('leaves out what is no part of it: folders of git, sockets and what it is told', async () => {
    const { place, open, at } = await kept(['node_modules', 'd/out']);
    const snapshots = open();
    const snapshot = await snapshots.take(place);
    for (const folder of ['.git', 'sub/.GIT', 'node_modules', 'd/out']) {
      await mkdir(at(folder), { recursive: true });
      await writeFile(join(at(folder), 'file'), 'x');
    }
    const server = createServer().listen(at('socket'));
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    await writeFile(at('d/in'), 'x');
    expect(await snapshots.changesSince(snapshot, place)).toMatchObject([{ path: 'd/in' }]);
  });

  it('sees a change right after it was kept, of the same length and with the old time', async () => {
    const { place, open, at } = await kept();
    const snapshots = open();
    const old = new Date(Date.UTC(2020, 0, 1));
    for (const content of ['one', 'two', 'six', 'ten']) {
      await writeFile(at('a'), content);
      await utimes(at('a'), old, old);
      const snapshot = await snapshots.take(place);
      await writeFile(at('a'), content.toUpperCase());
      await utimes(at('a'), old, old);
      expect(await snapshots.changesSince(snapshot, place)).toMatchObject([{ path: 'a' }]);
    }
  });

  it('gives files the ids that git gives them', async () => {
    const { place, open, at } = await kept();
    await writeFile(at('a'), new Uint8Array([0, 255, 10]));
    const id = execFileSync('git', ['hash-object', at('a')], { encoding: 'utf8' }).trim();
    expect(await open().stateOf(place.folder, 'a')).toMatchObject({ blob: id });
    const [change] = await open().changesSince(await open().take(place), place);
    expect(change).toBeUndefined();
    expect(await readFile(at('a'))).toHaveLength(3);
  });

  it('finds nothing where a link leads, in the place of a folder, and where nothing is', async () => {
    const { place, open, at } = await kept();
    await symlink('/etc', at('way'));
    expect(await open().stateOf(place.folder, 'way/passwd')).toBeNull();
    expect(await open().stateOf(place.folder, 'none/at/all')).toBeNull();
    await mkdir(at('folder'));
    await writeFile(at('folder/file'), 'x');
    expect(await open().stateOf(place.folder, 'folder')).toBeNull();
  });
});
