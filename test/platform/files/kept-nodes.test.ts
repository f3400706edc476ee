import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { listKeptNodes } from '#platform/files/kept-nodes.ts';
import { tempFolder } from '../../support/temp-folder.ts';

it('finds the Nodes that version managers keep, the newest first', async () => {
  const home = await tempFolder();
  const volta = await tempFolder();
  const programs = [
    join(home, '.nvm/versions/node/v9.11.2/bin/node'),
    join(home, '.nvm/versions/node/v20.1.0/bin/node'),
    join(home, '.asdf/installs/nodejs/18.2.0/bin/node'),
    join(volta, 'tools/image/node/22.3.0/bin/node'),
  ];
  for (const path of [...programs, join(home, '.nvm/versions/node/v1.0.0/bin/iojs')]) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '');
  }
  const found = await listKeptNodes({ HOME: home, VOLTA_HOME: volta });
  expect(found.map(({ path }) => path)).toEqual([3, 1, 2, 0].map((at) => programs[at]));
  expect(found.map(({ version }) => version)).toEqual(['22.3.0', 'v20.1.0', '18.2.0', 'v9.11.2']);
});

it('finds none where there is no such manager', async () => {
  expect(await listKeptNodes({ HOME: await tempFolder() })).toEqual([]);
  expect(await listKeptNodes({})).toEqual([]);
});
