import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { preparedSnapshot } from './prepared-snapshot.ts';

const ignored = '.venv\nnode_modules\n.ratchetr\n';
const tools = ['eslint', 'oxlint', 'pyright', 'typescript', 'vitest'];

/** Something is wrong for each tool, and most can tell only by what is installed. */
const files = {
  '.gitignore': ignored,
  'ratchetr.yaml': JSON.stringify({
    version: 1,
    check: {
      engines: ['eslint', 'mypy', 'oxlint', 'pylint', 'pyright', 'pytest', 'ruff', 'tsc', 'vitest'],
    },
  }),
  'package.json': JSON.stringify({ name: 'shop', type: 'module' }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, noEmit: true, module: 'nodenext', types: ['thing'] },
    include: ['src/*.ts'],
  }),
  'eslint.config.js':
    'import plain from "eslint-plugin-plain";\nexport default [{ files: ["src/*.js"], plugins: { plain }, rules: { "plain/no-x": "error" } }];\n',
  'src/a.js': 'debugger;\nconst x = 1;\nexport default x;\n',
  'src/a.ts': 'export const wrong: number = thing.name;\n',
  'src/a.test.js':
    'import dep from "dep";\nimport tax from "@shop/tax";\nimport { expect, test } from "vitest";\ntest("one", () => expect([dep, tax]).toEqual([1, 1]));\ntest("two", () => expect(dep).toBe("dep"));\n',
  'packages/tax/package.json': JSON.stringify({ name: '@shop/tax', main: 'index.cjs' }),
  'packages/tax/index.cjs': 'module.exports = "tax";\n',
  'pyproject.toml': '[tool.ruff.lint]\nselect = ["F"]\n',
  'shop/__init__.py': '',
  'shop/ini.py': 'import os\n\nimport iniconfig\n\nWRONG: int = iniconfig.IniConfig("a.ini")\n',
  'tests/test_ini.py': 'from shop import ini\n\n\ndef test_one():\n    assert ini.WRONG == 1\n',
};

const installed = {
  'node_modules/dep/index.js': 'module.exports = "dep";\n',
  'node_modules/@types/thing/index.d.ts': 'declare const thing: { readonly name: string };\n',
  'node_modules/@types/thing/package.json': JSON.stringify({ name: '@types/thing' }),
  'node_modules/eslint-plugin-plain/index.js':
    'const create = (context) => ({ Identifier: (node) => node.name === "x" && context.report({ node, message: "no x" }) });\nmodule.exports = { rules: { "no-x": { create } } };\n',
};

describe('a snapshot of a tree', () => {
  it.each([
    ['in a folder of its own', '../packages'],
    ['as a part of the repository', '../../packages'],
  ])('finds what is found in the repository, by a package %s', async (_, place) => {
    const { root, write } = await gitRepository(files);
    await write(installed);
    await linkEnvironment(root);
    for (const tool of tools) {
      await symlink(resolve('node_modules', tool), join(root, 'node_modules', tool));
    }
    await mkdir(join(root, 'node_modules/@shop'));
    if (place === '../packages') {
      await write({
        'node_modules/@shop/tax/package.json': files['packages/tax/package.json'],
        'node_modules/@shop/tax/index.cjs': files['packages/tax/index.cjs'],
      });
    } else await symlink('../../packages/tax', join(root, 'node_modules/@shop/tax'));
    const { trees, inRepository, inCopyOf } = await preparedSnapshot(root);
    const there = await inRepository();
    expect(await inCopyOf(await trees.capture(root))).toEqual(there);
    expect(there).toHaveLength(9);
    for (const { engine, findings } of there) {
      expect({ engine, findings }).toEqual({
        engine,
        findings: expect.arrayContaining([expect.any(String)]),
      });
    }
  });
});

const cart = 'def total(x):\n    if x:\n        return 1\n    return 2\n';
const untested = '\n\ndef discount(x):\n    y = x / 2\n    return y\n';

it('a snapshot tells the gaps of its own tree, wherever their lines were in the work tree', async () => {
  const { root, write } = await gitRepository({
    '.gitignore': ignored,
    '.coveragerc': '[run]\nsource = shop\n',
    'ratchetr.yaml': JSON.stringify({ version: 1, check: { engines: ['coverage'] } }),
    'shop/__init__.py': '',
    'shop/cart.py': cart,
    'tests/test_cart.py':
      'from shop.cart import total\n\n\ndef test_one():\n    assert total(1) == 1\n',
  });
  await linkEnvironment(root);
  await write({ 'shop/cart.py': cart + untested });
  const { trees, inCopyOf } = await preparedSnapshot(root);
  const gap = 'uncovered-lines:These 2 lines were added and no test reaches them.';
  expect(await inCopyOf(await trees.capture(root))).toMatchObject([
    { findings: [`shop/cart.py:8:${gap}`] },
  ]);
  const text = `${'# A comment.\n'.repeat(20)}${cart}${untested}`;
  await write({ 'shop/cart.py': text });
  const later = await trees.capture(root);
  await write({ 'shop/cart.py': cart + untested });
  expect(await inCopyOf(later)).toMatchObject([{ findings: [`shop/cart.py:28:${gap}`] }]);
});
