import { describe, expect, it } from 'vitest';
import { isBuiltOfSources } from '#check/rules/environment/built-of-sources.ts';
import {
  describeEnvironment,
  type EnvironmentFacts,
} from '#check/rules/environment/describe-environment.ts';
import { describeChanges } from '#check/rules/environment/seal.ts';
import {
  asksForOwnFiles,
  listInstallScripts,
  listSetupInputs,
} from '#check/rules/environment/setup-inputs.ts';

function inputsOf(paths: readonly string[], text = '', cwd = '.'): readonly string[] {
  return listSetupInputs(
    paths.map((path) => ({ path })),
    [{ text, cwd }],
  ).map(({ path }) => path);
}

describe('what decides what set-up installs', () => {
  it.each([
    'package.json',
    'apps/web/package-lock.json',
    'pnpm-lock.yaml',
    '.npmrc',
    '.yarn/releases/yarn.cjs',
    'patches/left.patch',
    'pyproject.toml',
    'requirements-dev.txt',
    'requirements/base.in',
    'dev_requirements.txt',
    'uv.lock',
    '.python-version',
    'go.sum',
    'Cargo.lock',
    '.cargo/config.toml',
    'tox.ini',
    '.tool-versions',
  ])('is %s', (path) => {
    expect(inputsOf([path, 'src/a.ts', 'README.md'])).toEqual([path]);
  });

  it('is what commands and scripts of installs name, from the folder in which they run', () => {
    const paths = ['scripts/build.mjs', 'web/scripts/build.mjs', 'tools/a.sh', 'tools/b.sh'];
    expect(inputsOf(paths, 'node ./scripts/build.mjs && x', 'web')).toEqual([
      'web/scripts/build.mjs',
    ]);
    expect(inputsOf(paths, 'cp -r tools out')).toEqual(['tools/a.sh', 'tools/b.sh']);
    const scripts = { postinstall: 'node a.mjs', test: 'node b.mjs', prepare: 'husky' };
    expect(listInstallScripts({ scripts })).toEqual(['node a.mjs', 'husky']);
    expect(listInstallScripts({ scripts: 'none' })).toEqual([]);
  });

  it('is the repository itself where a manifest asks for files of it', () => {
    expect(asksForOwnFiles({ devDependencies: { one: 'file:tools/one' } })).toBe(true);
    expect(asksForOwnFiles({ dependencies: { one: '^1', two: 'workspace:*' } })).toBe(false);
  });
});

describe('the name of an environment', () => {
  const command = { run: ['npm', 'ci'], cwd: '.', env: {}, because: 'a lock file' };
  const facts: EnvironmentFacts = {
    repository: 'host 1',
    inputs: [{ path: 'package.json', blob: 'a' }],
    commands: [command],
    programs: ['npm /usr/bin/npm 1 2'],
    platform: 'linux x64',
  };
  const others: Readonly<Record<string, Partial<EnvironmentFacts>>> = {
    'another repository': { repository: 'host 2' },
    'another input': { inputs: [{ path: 'package.json', blob: 'b' }] },
    'one more input': { inputs: [...facts.inputs, { path: '.npmrc', blob: 'a' }] },
    'another command': { commands: [{ ...command, run: ['npm', 'install'] }] },
    'another folder': { commands: [{ ...command, cwd: 'web' }] },
    'another variable': { commands: [{ ...command, env: { A: '1' } }] },
    'another program': { programs: ['npm /usr/bin/npm 1 3'] },
    'another platform': { platform: 'linux arm64' },
    'a tree': { tree: 'abc' },
  };

  it.each(Object.entries(others))('is another one for %s', (_, different) => {
    expect(describeEnvironment({ ...facts, ...different })).not.toBe(describeEnvironment(facts));
  });

  it('says nothing of reasons and limits', () => {
    const told = { ...command, because: 'another reason', timeoutMs: 5 };
    expect(describeEnvironment({ ...facts, commands: [told] })).toBe(describeEnvironment(facts));
  });
});

describe('what set-up left', () => {
  it('is of one tree where sources were built, or the project was installed as a copy', () => {
    expect(isBuiltOfSources({ files: ['packages/a/dist/index.js'], holdsProject: false })).toBe(
      true,
    );
    expect(isBuiltOfSources({ files: ['shop/fast.so'], holdsProject: false })).toBe(true);
    expect(isBuiltOfSources({ files: [], holdsProject: true })).toBe(true);
  });

  it('is of every tree where an installer noted the project and its version', () => {
    const files = ['src/shop.egg-info/PKG-INFO', 'src/shop/_version.py', 'a/__pycache__/b.pyc'];
    expect(isBuiltOfSources({ files, holdsProject: false })).toBe(false);
  });

  it('is told by the first few names', () => {
    expect(describeChanges(['a', 'b'])).toBe('a, b');
    expect(describeChanges(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more');
  });
});
