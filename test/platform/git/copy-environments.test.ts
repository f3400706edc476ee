import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCopies } from '#platform/git/copies.ts';
import { engineTools } from '../../support/engine-tools.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { openedGit } from '../../support/own-git.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const files = {
  '.gitignore': '.venv\n*.egg-info\n',
  'setup.py':
    'from setuptools import setup\nsetup(name="shop", packages=["shop"], package_dir={"": "src"})\n',
  'src/shop/__init__.py': '',
  'src/shop/py.typed': '',
  'src/shop/cart.py': 'total: int = 3\n',
  'src/shop/gone.py': 'price: int = 4\n',
  'use.py': 'from shop.gone import price\n\nprint(price)\n',
  'test_use.py': 'def test_use() -> None:\n    import shop.gone\n',
};

interface Place {
  readonly root: string;
  readonly environment: string;
  readonly packages: string;
}

/** A module that finds others, and the path file by which it is started. */
async function plantFinder({ packages }: Place, name: string, lines: readonly string[]) {
  await writeFile(join(packages, `${name}.py`), `${lines.join('\n')}\n`);
  await writeFile(join(packages, `${name}.pth`), `import ${name}; ${name}.install()\n`);
}

const finderOf = (root: string) => [
  'import sys',
  'from importlib.util import spec_from_file_location',
  `MAPPING: dict[str, str] = {'shop': '${root}/src/shop'}`,
  'class Finder:',
  '    @classmethod',
  '    def find_spec(cls, fullname, path=None, target=None):',
  '        if fullname in MAPPING:',
  '            return spec_from_file_location(fullname, MAPPING[fullname] + "/__init__.py")',
  'def install():',
];

/** Ways in which an environment comes to import the code of a repository. */
const installations: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  'a path': async ({ root, environment }) => {
    const develop = ['setup.py', '--quiet', 'develop', '--no-deps'];
    execFileSync(join(environment, 'bin/python'), develop, { cwd: root, stdio: 'pipe' });
  },
  'a path among others': async ({ root, packages }) => {
    await writeFile(join(packages, 'all.pth'), `/usr/lib/elsewhere\n${root}/src\n`);
  },
  'a finder after those of Python': (place) =>
    plantFinder(place, '__editable___shop_1_0_finder', [
      ...finderOf(place.root),
      '    sys.meta_path.append(Finder)',
    ]),
  'a finder before those of Python': (place) =>
    plantFinder(place, '_editable_impl_shop', [
      ...finderOf(place.root),
      '    sys.meta_path.insert(0, Finder)',
    ]),
};

async function installed(install: (place: Place) => Promise<void>, at?: string) {
  const { root } = await gitRepository(files);
  const environment = at ?? join(root, '.venv');
  execFileSync('python3', ['-m', 'venv', '--without-pip', environment]);
  const [version = ''] = readdirSync(join(environment, 'lib'));
  const packages = join(environment, 'lib', version, 'site-packages');
  const tools = join((await engineTools()).environment, 'lib', version, 'site-packages');
  await writeFile(join(packages, 'tools.pth'), `${tools}\n`);
  await install({ root, environment, packages });
  const { own, trees } = await openedGit(root);
  const copies = createCopies({ ...own, repository: root, parent: await tempFolder() });
  const tree = await trees.capture(root);
  const copy = await copies.open(tree, { hidden: [], linked: [at ?? '.venv'] });
  return { root, tree, copy, environment };
}

/** What a program says in a folder, and how it ends. */
function said(folder: string, argv: readonly string[]) {
  const [program = '', ...args] = argv;
  const env = { PATH: process.env['PATH'] ?? '', PYTHONDONTWRITEBYTECODE: '1' };
  const end = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' });
  const { stdout, stderr, status } = end;
  return { text: `${stdout}${stderr}`, status };
}

const tools = {
  python: ['use.py'],
  pytest: ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_use.py'],
  mypy: ['-m', 'mypy', '--no-incremental', 'use.py'],
  pylint: ['-m', 'pylint', '--disable=all', '--enable=import-error,no-name-in-module', 'use.py'],
};

describe('an environment in a copy', () => {
  it.each(Object.entries(installations))(
    'leads into the copy where it led into the repository by %s',
    async (_, install) => {
      const { root, copy, tree } = await installed(install);
      const python = join(copy.path, '.venv/bin/python');
      await writeFile(join(copy.path, 'src/shop/cart.py'), 'total = 5\n');
      const where = 'import shop.cart; print(shop.cart.__file__, shop.cart.total)';
      expect(said(copy.path, [python, '-c', where]).text).toBe(`${copy.path}/src/shop/cart.py 5\n`);
      expect(said(root, [join(root, '.venv/bin/python'), '-c', where]).text).toContain(root);
      await rm(join(copy.path, 'src/shop/gone.py'));
      const isGone = 'import importlib.util as u; print(u.find_spec("shop.gone"))';
      expect(said(copy.path, [python, '-I', '-c', isGone]).text).toBe('None\n');
      expect(copy.links).toEqual(['.venv']);
      await copy.settle(tree);
      expect(await copy.result()).toBe(tree);
      expect(said(copy.path, [python, 'use.py']).text).toBe('4\n');
    },
  );

  it.each(Object.entries(tools))(
    'lets %s find no module that the copy has not',
    async (_, words) => {
      const { copy } = await installed(installations['a path among others'] ?? (async () => {}));
      const start = [join(copy.path, '.venv/bin/python'), ...words];
      expect(said(copy.path, start)).toMatchObject({ status: 0 });
      await rm(join(copy.path, 'src/shop/gone.py'));
      const { status, text } = said(copy.path, start);
      expect(status).not.toBe(0);
      expect(text).toMatch(/gone/);
    },
  );

  it('starts its programs by its own interpreter', async () => {
    const { copy } = await installed(async ({ root, environment, packages }) => {
      await writeFile(join(packages, 'all.pth'), `${root}/src\n`);
      const program = join(environment, 'bin/cart');
      const text = 'import shop.cart\nprint(shop.cart.__file__)\n';
      await writeFile(program, `#!${environment}/bin/python\n${text}`);
      chmodSync(program, 0o755);
    });
    const program = join(copy.path, '.venv/bin/cart');
    expect(said(copy.path, [program]).text).toBe(`${copy.path}/src/shop/cart.py\n`);
  });

  it('is seen in the copy though it lies elsewhere', async () => {
    const elsewhere = join(await tempFolder(), 'shop-py3');
    const { copy } = await installed(async ({ root, packages }) => {
      await writeFile(join(packages, 'all.pth'), `${root}/src\n`);
    }, elsewhere);
    const python = join(copy.path, '.tox/shop-py3/bin/python');
    const where = 'import shop; print(shop.__file__)';
    expect(said(copy.path, [python, '-c', where]).text).toContain(copy.path);
    expect(copy.links).toEqual(['.tox/shop-py3']);
  });

  it('is one link where it leads nowhere', async () => {
    const { copy } = await installed(async ({ packages }) => {
      await symlink('/usr/share', join(packages, 'share'));
    });
    expect(lstatSync(join(copy.path, '.venv')).isSymbolicLink()).toBe(true);
    const elsewhere = await installed(async () => {}, join(await tempFolder(), 'plain'));
    expect(elsewhere.copy.links).toEqual([]);
  });
});
