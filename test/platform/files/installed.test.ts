import { copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createInstalled } from '#platform/files/installed.ts';
import type { InstalledTool } from '#check/needs/installed.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const env = { PATH: process.env['PATH'], HOME: '/home/a' };
const native = '/bin/cat';

async function aRepository() {
  const repository = await tempFolder();
  const at = (path: string) => join(repository, path);
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), text);
  };
  const find = (...program: [string, ...string[]]): Promise<InstalledTool | undefined> =>
    createInstalled({ env }).find(program, { repository, cwd: repository });
  return { repository, at, write, find };
}

type Repository = Awaited<ReturnType<typeof aRepository>>;

const packages = '.venv/lib/python3.12/site-packages';

async function aPython() {
  const repository = await aRepository();
  const { write, at } = repository;
  await write('.venv/pyvenv.cfg', 'home = /usr/bin\ninclude-system-site-packages = false\n');
  await write('.venv/bin/note', '');
  await symlink(native, at('.venv/bin/python'));
  await write(`${packages}/my_lint-1.2.3.dist-info/RECORD`, 'my_lint.py,sha256=a,1');
  const find = () => repository.find(at('.venv/bin/python'), '-m', 'my_lint');
  return { ...repository, find };
}

async function aPackage() {
  const repository = await aRepository();
  const { write, at } = repository;
  await write('node_modules/lint/package.json', '{"name":"lint","version":"1.2.3"}');
  await write('node_modules/lint/bin/package.json', '{"type":"module"}');
  await write('node_modules/lint/bin/lint.js', '');
  await write('node_modules/.package-lock.json', '{}');
  const find = () => repository.find(process.execPath, at('node_modules/lint/bin/lint.js'));
  return { ...repository, find };
}

interface Changeable extends Omit<Repository, 'find'> {
  readonly find: () => Promise<InstalledTool | undefined>;
}

async function stamps(place: Changeable, change: (place: Changeable) => Promise<void>) {
  const before = (await place.find())?.stamp;
  await change(place);
  return { before, after: (await place.find())?.stamp };
}

describe('a module of a Python environment', () => {
  it('has the version that its installation names, and one stamp', async () => {
    const { find } = await aPython();
    expect(await find()).toMatchObject({ version: '1.2.3' });
    expect(await find()).toEqual(await find());
  });

  const changes: Readonly<Record<string, (place: Changeable) => Promise<void>>> = {
    'another package': ({ write }) => write(`${packages}/other-1.dist-info/RECORD`, ''),
    'other files in the same version': ({ write }) =>
      write(`${packages}/my_lint-1.2.3.dist-info/RECORD`, 'my_lint.py,sha256=b,1'),
    'another search path': ({ write }) => write(`${packages}/more.pth`, '/elsewhere'),
    'another interpreter': async ({ at }) => {
      await rm(at('.venv/bin/python'));
      await symlink('/bin/ls', at('.venv/bin/python'));
    },
  };
  for (const [name, change] of Object.entries(changes)) {
    it(`has another stamp after ${name}`, async () => {
      const { before, after } = await stamps(await aPython(), change);
      expect(before).toBeDefined();
      expect(after).toBeDefined();
      expect(after).not.toBe(before);
    });
  }

  const unknown: Readonly<Record<string, (place: Changeable) => Promise<void>>> = {
    'the packages of the system are seen too': ({ write }) =>
      write('.venv/pyvenv.cfg', 'include-system-site-packages = true\n'),
    'it is no environment': ({ at }) => rm(at('.venv/pyvenv.cfg')),
    'a package is somebody else’s folder': ({ write }) =>
      write(
        `${packages}/my_lint-1.2.3.dist-info/direct_url.json`,
        '{"url":"file:///elsewhere","dir_info":{"editable":true}}',
      ),
    'the way of its installation cannot be read': ({ write }) =>
      write(`${packages}/my_lint-1.2.3.dist-info/direct_url.json`, '{"url":'),
  };
  for (const [name, change] of Object.entries(unknown)) {
    it(`is not known where ${name}`, async () => {
      expect((await stamps(await aPython(), change)).after).toBeUndefined();
    });
  }

  it('is known where a package is a folder of the repository', async () => {
    const place = await aPython();
    const url = `file://${place.at('libs/shared')}`;
    await place.write(
      `${packages}/shared-1.dist-info/direct_url.json`,
      JSON.stringify({ url, dir_info: { editable: true } }),
    );
    expect(await place.find()).toBeDefined();
  });

  it('is not known for an interpreter of the system', async () => {
    const { find } = await aRepository();
    expect(await find('python3', '-m', 'my_lint')).toBeUndefined();
  });
});

describe('a script of an installed package', () => {
  it('has the version of its manifest', async () => {
    const { find } = await aPackage();
    expect(await find()).toMatchObject({ version: '1.2.3' });
  });

  it('has another stamp when anything else is installed', async () => {
    const { before, after } = await stamps(await aPackage(), ({ write }) =>
      write('node_modules/.package-lock.json', '{"packages":{}}'),
    );
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
  });

  it('is not known without a record of what is installed', async () => {
    const { after } = await stamps(await aPackage(), ({ at }) =>
      rm(at('node_modules/.package-lock.json')),
    );
    expect(after).toBeUndefined();
  });

  it('is not known where the package is a link to a folder', async () => {
    const elsewhere = await tempFolder();
    const { after } = await stamps(await aPackage(), async ({ at }) => {
      await rm(at('node_modules/lint'), { recursive: true });
      await mkdir(join(elsewhere, 'bin'));
      await writeFile(join(elsewhere, 'bin/lint.js'), '');
      await writeFile(join(elsewhere, 'package.json'), '{"name":"lint","version":"1.2.3"}');
      await symlink(elsewhere, at('node_modules/lint'));
    });
    expect(after).toBeUndefined();
  });
});

describe('a program', () => {
  it('has another stamp when it is replaced', async () => {
    const { find, at } = await aRepository();
    await copyFile(native, at('tool'));
    const before = await find(at('tool'));
    await rm(at('tool'));
    await copyFile('/bin/ls', at('tool'));
    expect(before).toMatchObject({ version: null });
    expect((await find('./tool'))?.stamp).not.toBe(before?.stamp);
  });

  it('is not known when it is missing, a script, or starts others', async () => {
    const { find, at, write } = await aRepository();
    await write('script', '#!/bin/sh\n');
    expect(await find(at('missing'))).toBeUndefined();
    expect(await find(at('script'))).toBeUndefined();
    expect(await find('sh')).toBeUndefined();
    expect(await find('cat')).toBeDefined();
    expect(await find('cat', 'with', 'more', 'words')).toBeUndefined();
  });

  it('is another one for another HOME', async () => {
    const { find, repository } = await aRepository();
    const other = createInstalled({ env: { ...env, HOME: '/home/b' } });
    const place = { repository, cwd: repository };
    expect((await other.find(['cat'], place))?.stamp).not.toBe((await find('cat'))?.stamp);
  });
});
