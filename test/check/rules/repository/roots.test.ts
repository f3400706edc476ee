import { describe, expect, it } from 'vitest';
import { findRoots, isBelow, listPythonFiles } from '#check/rules/repository/roots.ts';
import { someFacts } from './some-facts.ts';

type Some = Parameters<typeof someFacts>[0];

const nested = (manifests: Readonly<Record<string, unknown>>, more: Partial<Some> = {}) =>
  findRoots(someFacts({ manifests, ...more })).slice(1);

describe('roots', () => {
  it('are the repository and every folder with a manifest', () => {
    const files = [
      'README.md',
      'web/package.json',
      'api/pyproject.toml',
      'api/src/a.py',
      'old/setup.py',
    ];
    expect(findRoots(someFacts({ files }))).toEqual(['.', 'api', 'old', 'web']);
    expect(findRoots(someFacts({ files: ['package.json'] }))).toEqual(['.']);
  });

  const shop = { project: { name: 'shop' } };
  const app = { name: 'app' };

  it.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ['npm', { 'package.json': { workspaces: ['packages/*', '!packages/old'] } }, ['packages/a']],
    ['yarn 1', { 'package.json': { workspaces: { packages: ['./packages/a/'] } } }, ['packages/a']],
    [
      'pnpm',
      { 'package.json': app, 'pnpm-workspace.yaml': { packages: ['packages/**'] } },
      ['packages/a', 'packages/old'],
    ],
    ['none', { 'package.json': app }, []],
  ])('are the members of a workspace of %s', (_, manifests, expected) => {
    const members = { 'packages/a/package.json': {}, 'packages/old/package.json': app };
    expect(nested({ ...manifests, ...members })).toEqual(expected);
  });

  it.each<[string, unknown, readonly string[]]>([
    [
      'uv',
      { ...shop, tool: { uv: { workspace: { members: ['libs/*'], exclude: ['libs/b'] } } } },
      ['libs/a'],
    ],
    [
      'uv, by their paths',
      { ...shop, tool: { uv: { sources: { b: { path: './libs/b' } } } } },
      ['libs/b'],
    ],
    [
      'poetry',
      { tool: { poetry: { group: { dev: { dependencies: { a: { path: 'libs/a' } } } } } } },
      ['libs/a'],
    ],
    ['nobody', shop, []],
    ['nobody, where the top is no project', { tool: { ruff: {} } }, ['libs/a', 'libs/b']],
  ])('are what %s declares', (_, manifest, expected) => {
    const members = { 'libs/a/pyproject.toml': shop, 'libs/b/pyproject.toml': shop };
    expect(nested({ 'pyproject.toml': manifest, ...members })).toEqual(expected);
  });

  it('are modules of Go where none is above, or where a workspace uses them', () => {
    const files = ['a/go.mod', 'a/tools/go.mod', 'b/go.mod', 'b/testdata/go.mod'];
    expect(nested({}, { files })).toEqual(['a', 'b']);
    expect(nested({ 'go.work': { use: ['.', './a/tools'] } }, { files: ['go.mod', ...files] })) //
      .toEqual(['a/tools']);
  });

  it('are packages of cargo where none is above, for that one judges its members', () => {
    const files = ['Cargo.toml', 'crates/a/Cargo.toml', 'fuzz/Cargo.toml', 'fuzz/Cargo.lock'];
    expect(nested({}, { files })).toEqual([]);
    expect(nested({}, { files: ['api/Cargo.toml', 'api/core/Cargo.toml'] })).toEqual(['api']);
  });

  it('are projects that are kept by themselves', () => {
    const files = ['site/package-lock.json', 'docs/uv.lock'];
    const manifests = { 'package.json': app, 'site/package.json': app, 'docs/package.json': app };
    expect(nested(manifests, { files })).toEqual(['site']);
  });

  it.each([
    'tests/fixtures/a',
    'test/data',
    'src/__fixtures__/b',
    'examples/next',
    'playground/x',
    'src/shop/_vendor/attrs',
    'third_party/b',
    'lib/testdata',
  ])('are never in %s, whatever declares it', (folder) => {
    const manifests = {
      'package.json': { workspaces: ['**'] },
      [`${folder}/package.json`]: app,
      [`${folder}/pyproject.toml`]: shop,
    };
    expect(nested(manifests, { files: [`${folder}/uv.lock`] })).toEqual([]);
  });

  it('are in a folder of demos or measurements only as members', () => {
    const manifests = { 'apps/demo/package.json': app, 'bench/package.json': app };
    expect(nested(manifests)).toEqual([]);
    expect(nested({ ...manifests, 'package.json': { workspaces: ['apps/*'] } })) //
      .toEqual(['apps/demo']);
  });

  it('are nothing that git ignores, and nothing that only says how it is read', () => {
    const manifests = {
      'dist/cjs/package.json': { type: 'commonjs' },
      'build/lib/setup.py': undefined,
      'docs/setup.cfg': { flake8: {} },
      'api/setup.cfg': { metadata: {} },
    };
    expect(nested(manifests, { ignored: ['build'] })).toEqual(['api']);
  });

  it.each([
    ['a', '.', true],
    ['.', '.', false],
    ['.', 'a', false],
    ['a', 'a', false],
    ['a/b', 'a', true],
    ['ab', 'a', false],
  ])('%s lies below %s: %s', (path, folder, expected) => {
    expect(isBelow(path, folder)).toBe(expected);
  });
});

describe('Python files of a root', () => {
  const facts = someFacts({
    files: [
      'a.py',
      'README.md',
      'api/pyproject.toml',
      'api/a.py',
      'api/core/setup.py',
      'api/core/uv.lock',
      'web/package.json',
      'web/a.py',
    ],
  });

  it.each([
    ['.', ['a.py', 'web/a.py']],
    ['api', ['api/a.py']],
    ['api/core', ['api/core/setup.py']],
    // No Python project of its own, so its files are those of the repository.
    ['web', []],
  ])('of %s', (root, expected) => {
    expect(listPythonFiles(facts, root)).toEqual(expected);
  });
});
