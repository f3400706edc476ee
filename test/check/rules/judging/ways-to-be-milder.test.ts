import { describe, expect, it } from 'vitest';
import { toldOf } from './judged.ts';

type Sides = readonly [before: string | undefined, after: string | undefined];
type Way = readonly [name: string, path: string, sides: Sides, told: readonly RegExp[]];

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const registry = 'https://registry.example/';

function npmLock(entry: object): string {
  return json({ lockfileVersion: 3, packages: { '': {}, 'node_modules/oxlint': entry } });
}

const locked = {
  version: '1.0.0',
  resolved: `${registry}oxlint/-/oxlint-1.0.0.tgz`,
  integrity: 'sha512-aa',
};

/** Each is a way in which a pull request can make its own check milder, and who is named for it. */
const ways: readonly Way[] = [
  // Those of the security review.
  [
    'a script that is run at install and rewrites what is judged',
    'package.json',
    [json({}), json({ scripts: { postinstall: 'node rewrite.js' } })],
    [/^hook \| .*\bruff\b.*\bvitest\b.*postinstall/],
  ],
  [
    'an own linter by file:',
    'package.json',
    [
      json({ devDependencies: { oxlint: '^1.0.0' } }),
      json({ devDependencies: { oxlint: 'file:tools/oxlint' } }),
    ],
    [/^tool \| oxlint .*takes oxlint from file:tools\/oxlint/],
  ],
  ['a committed ruff.py', 'ruff.py', [undefined, 'print()\n'], [/^shadowing \| ruff \|/]],
  ['a committed mypy package', 'mypy/__init__.py', [undefined, ''], [/^shadowing \| mypy \|/]],
  [
    'a hook that decides what becomes of tests',
    'tests/conftest.py',
    ['import pytest\n', 'import pytest\n\ndef pytest_runtest_makereport(item, call):\n    ...\n'],
    [/^hook \| pytest \| It hooks into pytest, .*pytest_runtest_makereport/],
  ],
  [
    'a hook in the folder above the tests',
    'conftest.py',
    [undefined, 'def pytest_collection_modifyitems(items):\n    items.clear()\n'],
    [/^hook \| pytest \|.*pytest_collection_modifyitems/],
  ],
  // More of them.
  [
    'a package of a workspace with the name of a tool',
    'packages/fake/package.json',
    [undefined, json({ name: 'vitest' })],
    [/^tool \| vitest \|/],
  ],
  [
    'a program of a workspace with the name of a tool',
    'packages/fake/package.json',
    [undefined, json({ name: 'fake', bin: { eslint: './x.js' } })],
    [/^tool \| eslint \|/],
  ],
  [
    'an alias to another package',
    'package.json',
    [
      json({ devDependencies: { eslint: '^9' } }),
      json({ devDependencies: { eslint: 'npm:lenient@9' } }),
    ],
    [/^tool \| eslint/],
  ],
  [
    'overrides',
    'package.json',
    [json({}), json({ overrides: { vitest: 'npm:lenient@1' } })],
    [/^tool \| vitest \|.*overrides/],
  ],
  [
    'resolutions',
    'package.json',
    [json({}), json({ resolutions: { eslint: '8.0.0' } })],
    [/^tool \| eslint \|.*resolutions/],
  ],
  [
    'patched dependencies of pnpm',
    'package.json',
    [json({}), json({ pnpm: { patchedDependencies: { 'vitest@3.0.0': 'patches/x.patch' } } })],
    [/^tool \| .*pnpm\.patchedDependencies/],
  ],
  [
    'a patch of patch-package',
    'patches/@vitest+runner+3.0.0.patch',
    [undefined, '+return;\n'],
    [/^tool \| vitest \| A patch of the installed package @vitest\/runner/],
  ],
  [
    'a patch of pnpm',
    'patches/eslint@9.0.0.patch',
    [undefined, '+return;\n'],
    [/^tool \| eslint \|/],
  ],
  [
    'another way to start the tests',
    'package.json',
    [
      json({ scripts: { test: 'vitest run' } }),
      json({ scripts: { test: 'vitest run --passWithNoTests' } }),
    ],
    [/^configuration \| vitest \|.*scripts: test/],
  ],
  [
    'node-options in .npmrc',
    '.npmrc',
    [undefined, 'node-options=--import=./x.mjs\n'],
    [/^hook \| eslint oxlint tsc vitest \|.*node-options/],
  ],
  ['a plugin of Yarn', '.yarn/plugins/x.cjs', [undefined, 'x'], [/^hook \| eslint/]],
  [
    'a package that is linked in a lock file',
    'package-lock.json',
    [npmLock(locked), npmLock({ resolved: 'tools/oxlint', link: true })],
    [/^tool \| oxlint .*link:tools\/oxlint/],
  ],
  [
    'a tarball of another host in a lock file',
    'package-lock.json',
    [npmLock(locked), npmLock({ ...locked, resolved: 'https://other.example/oxlint.tgz' })],
    [/^tool \| oxlint .*other\.example instead of registry\.example/],
  ],
  [
    'another content of the same version',
    'package-lock.json',
    [npmLock(locked), npmLock({ ...locked, integrity: 'sha512-bb' })],
    [/^tool \| oxlint .*another content for oxlint 1\.0\.0/],
  ],
  [
    'the same in a lock file of Yarn',
    'yarn.lock',
    [
      'eslint@^9:\n  version "9.0.0"\n  resolved "https://r.example/eslint.tgz#a"\n',
      'eslint@^9:\n  version "9.0.0"\n  resolved "https://other.example/eslint.tgz#a"\n',
    ],
    [/^tool \| eslint .*other\.example/],
  ],
  [
    'a patch in a lock file of a newer Yarn',
    'yarn.lock',
    [
      '"eslint@npm:^9":\n  version: 9.0.0\n  resolution: "eslint@npm:9.0.0"\n',
      '"eslint@patch:eslint@npm%3A9":\n  version: 9.0.0\n  resolution: "eslint@patch:eslint@npm%3A9#./x.patch"\n',
    ],
    [/^tool \| eslint/],
  ],
  [
    'a tarball in a lock file of pnpm',
    'pnpm-lock.yaml',
    [
      'packages:\n\n  eslint@9.0.0:\n    resolution: {integrity: sha512-a}\n',
      'packages:\n\n  eslint@9.0.0:\n    resolution: {integrity: sha512-a, tarball: https://other.example/x.tgz}\n',
    ],
    [/^tool \| eslint .*other\.example/],
  ],
];

describe('what changes how the code is judged', () => {
  it.each(ways)('%s', (_name, path, sides, told) => {
    const pathsBefore = new Set(['src/a.py', ...(sides[0] === undefined ? [] : [path])]);
    const found = toldOf(path, sides, { pathsBefore });
    expect(found).toEqual(told.map((one) => expect.stringMatching(one)));
  });
});
