import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRepository } from '#platform/files/repository.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const marker = { 'pyvenv.cfg': 'include-system-site-packages = false\n' };
const environment = (folder: string) =>
  Object.fromEntries(Object.entries(marker).map(([name, text]) => [`${folder}/${name}`, text]));
/** As poetry and hatch write it. */
const hashOf = (folder: string) =>
  createHash('sha256').update(realpathSync(folder)).digest('base64url').slice(0, 8);

async function keptIn(root: string, env: Readonly<Record<string, string>>) {
  const { facts } = await createRepository({ env }).read(root);
  return { ...facts, paths: facts.kept?.map(({ by, name, path }) => `${by} ${name} ${path}`) };
}

it('finds what tox and nox keep, with what is installed there', async () => {
  const root = await plantFiles({
    ...environment('.tox/py312'),
    ...environment('.tox/.pkg'),
    '.tox/py312/lib/python3.12/site-packages/pytest-9.0.0.dist-info/RECORD': '',
    '.tox/log/pyvenv.txt': '',
    ...environment('.nox/tests'),
  });
  const { paths, packages, files } = await keptIn(root, {});
  expect(paths).toEqual(['tox py312 .tox/py312', 'nox tests .nox/tests']);
  expect(packages?.get('.tox/py312')).toEqual(new Set(['pytest']));
  expect([...files]).toEqual([]);
});

it('finds what hatch keeps, in the folder of its user and in that of the project', async () => {
  const root = await plantFiles({
    'pyproject.toml': '[project]\nname = "My_Shop"\n',
    ...environment('.hatch/types'),
  });
  const base = `env/virtual/my-shop/${hashOf(root)}`;
  const data = await plantFiles({
    ...environment(`hatch/${base}/my-shop`),
    ...environment(`hatch/${base}/hatch-test.py3.12`),
  });
  const { paths } = await keptIn(root, { XDG_DATA_HOME: data });
  expect(paths).toEqual([
    'hatch types .hatch/types',
    `hatch hatch-test.py3.12 ${data}/hatch/${base}/hatch-test.py3.12`,
    `hatch default ${data}/hatch/${base}/my-shop`,
  ]);
});

const manifest = '[tool.poetry]\nname = "My Shop"\n';

it('finds what poetry keeps: that of the Python in use, else of the newest', async () => {
  const root = await plantFiles({ 'pyproject.toml': manifest });
  const base = `my_shop-${hashOf(root)}`;
  const cache = await plantFiles({
    ...environment(`pypoetry/virtualenvs/${base}-py3.9`),
    ...environment(`pypoetry/virtualenvs/${base}-py3.12`),
    ...environment(`pypoetry/virtualenvs/other-${hashOf(root)}-py3.13`),
  });
  const folder = join(cache, 'pypoetry/virtualenvs');
  const env = { XDG_CACHE_HOME: cache, HOME: await tempFolder() };
  const pathOf = async () => (await keptIn(root, env)).kept?.map(({ path }) => path);
  expect(await pathOf()).toEqual([`${folder}/${base}-py3.12`]);
  await writeFile(join(folder, 'envs.toml'), `["${base}"]\nminor = "3.9"\npatch = "3.9.1"\n`);
  expect(await pathOf()).toEqual([`${folder}/${base}-py3.9`]);
});

it('obeys the settings of poetry, those of the project first', async () => {
  const settings = '[virtualenvs]\npath = "{cache-dir}/own"\ncreate = false\n';
  const root = await plantFiles({ 'pyproject.toml': manifest, 'poetry.toml': settings });
  const name = `my_shop-${hashOf(root)}-py3.12`;
  const cache = await plantFiles(environment(`own/${name}`));
  const { paths, poetryMakesNone } = await keptIn(root, { POETRY_CACHE_DIR: cache });
  expect(paths).toEqual([`poetry ${name} ${cache}/own/${name}`]);
  expect(poetryMakesNone).toBe(true);
  const other = await keptIn(root, { POETRY_VIRTUALENVS_CREATE: 'true' });
  expect(other.poetryMakesNone).toBeUndefined();
});
