import { describe, expect, it } from 'vitest';
import { toldOf } from './judged.ts';

type Sides = readonly [before: string | undefined, after: string | undefined];

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const manifest = { name: 'shop', version: '1.0.0', devDependencies: { oxlint: '^1.0.0' } };

const silent: readonly (readonly [name: string, path: string, sides: Sides])[] = [
  ['the layout of package.json', 'package.json', [json(manifest), JSON.stringify(manifest)]],
  [
    'a version and a description',
    'package.json',
    [json(manifest), json({ ...manifest, version: '1.1.0', description: 'x' })],
  ],
  [
    'a script that starts the product',
    'package.json',
    [json({ scripts: { start: 'node a' } }), json({ scripts: { start: 'node b' } })],
  ],
  ['a source file', 'src/a.ts', ['a', 'b']],
  ['a module of Python', 'src/shop/total.py', ['a = 1', 'a = 2']],
  ['a module in a package with the name of a dependency', 'src/shop/yaml.py', [undefined, '']],
  ['a test', 'tests/test_total.py', ['', 'def test_total(): ...\n']],
  ['prose', 'docs/ratchet.md', ['a', 'b']],
  ['data', 'data/prices.json', ['{}', '[]']],
  ['a note that is no list of requirements', 'notes.txt', ['a', 'b']],
  ['an image of the product', 'Dockerfile', ['FROM a', 'FROM b']],
  ['remarks in a workflow', '.github/workflows/ci.yml', ['run: ruff\n', '# why\nrun: ruff\n\n']],
  [
    'remarks in an INI file',
    'mypy.ini',
    ['[mypy]\nstrict = True\n', '# why\n[mypy]\nstrict = True\n'],
  ],
  ['what git ignores and nothing has', '.gitignore', ['dist\n', 'dist\ncoverage/\n']],
  [
    'the version of a project',
    'pyproject.toml',
    ['[project]\nname = "shop"\nversion = "1"\n', '[project]\nname = "shop"\nversion = "2"\n'],
  ],
  [
    'a program of the project itself',
    'pyproject.toml',
    ['', '[project.scripts]\nshop = "shop:main"\n'],
  ],
  [
    'the order of a lock file',
    'uv.lock',
    [
      '[[package]]\nname = "a"\nversion = "1"\n[[package]]\nname = "b"\nversion = "1"\n',
      '[[package]]\nname = "b"\nversion = "1"\n[[package]]\nname = "a"\nversion = "1"\n',
    ],
  ],
];

describe('what says nothing of how the code is judged', () => {
  it.each(silent)('%s', (_name, path, sides) => {
    const pathsBefore = new Set([
      'src/shop/__init__.py',
      ...(sides[0] === undefined ? [] : [path]),
    ]);
    expect(toldOf(path, sides, { pathsBefore })).toEqual([]);
  });
});

const lock = (name: string, version: string): string =>
  json({
    packages: {
      [`node_modules/${name}`]: {
        version,
        resolved: `https://registry.example/${name}-${version}.tgz`,
        integrity: `sha512-${version}`,
      },
    },
  });

const wheels = (...hashes: readonly string[]): string =>
  `[[package]]\nname = "ruff"\nversion = "1"\nwheels = [${hashes.map((hash) => `{ hash = "sha256:${hash}" }`).join(', ')}]\n`;

describe('what is ordinary', () => {
  it('is told calmly of a dependency that is no tool', () => {
    expect(toldOf('package-lock.json', [lock('left', '1.0.0'), lock('left', '1.1.0')])).toEqual([
      'lock-file | tsc vitest | Installs 1 package in other versions: left 1.0.0 -> 1.1.0; none of them is a tool that judges.',
    ]);
  });

  it('names a tool among the dependencies first', () => {
    const before = json({ devDependencies: { a: '1', oxlint: '^1.0.0' } });
    const after = json({ devDependencies: { a: '2', oxlint: '^1.1.0' } });
    expect(toldOf('package.json', [before, after])).toEqual([
      'lock-file | oxlint tsc vitest | Asks for 2 packages in other versions: oxlint ^1.0.0 -> ^1.1.0, a 1 -> 2.',
    ]);
  });

  it('is a member of the workspace', () => {
    const after = json({ dependencies: { '@shop/ui': 'workspace:*' } });
    expect(toldOf('package.json', [json({}), after])).toEqual([
      expect.stringMatching(/^lock-file \| tsc vitest \|/),
    ]);
  });

  it('is a fixture in a conftest.py, which is told as a hook that decides nothing', () => {
    const fixture = 'import pytest\n\n@pytest.fixture\ndef shop():\n    return 1\n';
    expect(toldOf('tests/conftest.py', [undefined, fixture])).toEqual([
      'hook | pytest | What pytest loads before the tests of its folder is new; it decides nothing about results.',
    ]);
  });

  it('is more files of the same version', () => {
    expect(toldOf('uv.lock', [wheels('a'), wheels('a', 'b')])).toEqual([]);
  });
});
