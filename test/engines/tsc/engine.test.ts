import { describe, expect, it } from 'vitest';
import type { EnginePlan } from '#model/engine-plan.ts';
import { tsc } from '#engines/tsc/engine.ts';
import { someFacts } from '../../check/rules/repository/some-facts.ts';
import { aPlan } from '../../check/rules/scope/plans.ts';

const always = [
  '--noEmit',
  '--pretty',
  'false',
  '--diagnostics',
  '--incremental',
  '--tsBuildInfoFile',
  '/scratch/tsbuildinfo',
  '-p',
];

const specOf = (changes: Partial<EnginePlan>) =>
  tsc.check.spec({ plan: aPlan({ engine: 'tsc', ...changes }), scratch: '/scratch' });

describe('the command of tsc', () => {
  it.each<[string, Partial<EnginePlan>, readonly string[]]>([
    ['by default', {}, [...always, 'tsconfig.json']],
    [
      'whatever the scope, which it cannot take',
      { scope: ['-x.ts', 'src'] },
      [...always, 'tsconfig.json'],
    ],
    [
      'with a project and arguments',
      { config: { path: 'tsconfig.ci.json', source: 'config' }, args: ['--strict'] },
      [...always, 'tsconfig.ci.json', '--strict'],
    ],
  ])('%s', (_, changes, args) => {
    expect(specOf(changes)).toEqual({ args, env: {}, reports: {} });
  });
});

describe('the command of tsc for projects that are built together', () => {
  const build = ['--build', '--force', '--verbose', '--pretty', 'false', '--diagnostics'];

  it('builds them in a copy of what they are made of', () => {
    const { args, copies } = specOf({ native: { build: true }, args: ['--stopBuildOnErrors'] });
    expect(args).toEqual([...build, 'tsconfig.json', '--stopBuildOnErrors']);
    expect(['a.ts', 'a.d.mts', 'package.json', 'a.jsx'].every((name) => copies?.test(name))).toBe(
      true,
    );
    expect(['a.png', 'a.py', 'data.json.gz'].some((name) => copies?.test(name))).toBe(false);
  });
});

const refers = (...paths: readonly string[]) => ({ references: paths.map((path) => ({ path })) });
const solution = { files: [], ...refers('./a', './b/tsconfig.lib.json') };
const builds = (manifests: Readonly<Record<string, unknown>>, config: string | null = null) =>
  tsc.native?.(someFacts({ manifests }), { root: '.', config })['build'];

describe('a project of tsc', () => {
  it.each<[string, Readonly<Record<string, unknown>>, boolean]>([
    ['that is made of others alone', { 'tsconfig.json': solution }, true],
    ['with an empty list of folders', { 'tsconfig.json': { include: [], ...refers('a') } }, true],
    [
      'that others can refer to',
      { 'tsconfig.json': { compilerOptions: { composite: true }, ...refers('a') } },
      true,
    ],
    [
      'that a script builds with others',
      {
        'tsconfig.json': { include: ['src'], ...refers('a') },
        'package.json': { scripts: { types: 'rimraf out && tsc -p . --build' } },
      },
      true,
    ],
    [
      'that no script builds with others',
      {
        'tsconfig.json': { include: ['src'], ...refers('a') },
        'package.json': { scripts: { types: 'tsc && vite build --ssr' } },
      },
      false,
    ],
    ['without others', { 'tsconfig.json': { files: [] } }, false],
    ['that cannot be read', { 'tsconfig.json': undefined }, false],
  ])('%s', (_, manifests, expected) => {
    expect(builds(manifests)).toBe(expected);
  });

  it('is the one that it is given', () => {
    const manifests = { 'tsconfig.json': {}, 'ci/tsconfig.json': refers('../a') };
    expect(builds(manifests, 'ci/tsconfig.json')).toBe(false);
    expect(builds({ 'ci/all.json': solution }, 'ci/all.json')).toBe(true);
  });

  it('that is built with others has no run of its own', () => {
    const manifests = {
      'tsconfig.json': solution,
      'a/tsconfig.json': refers('../c'),
      'b/tsconfig.json': {},
      'c/tsconfig.json': {},
    };
    const places = ['.', 'a', 'b', 'c'].map((root) => {
      const found = tsc.detect(someFacts({ manifests }), root);
      return found.kind === 'present' ? found.at : undefined;
    });
    expect(places).toEqual(['.', '.', 'b', '.']);
  });
});

describe('tsc in a repository', () => {
  it('is there with the project file of that root', () => {
    const facts = someFacts({ files: ['web/tsconfig.json'] });
    expect(tsc.detect(facts, 'web')).toMatchObject({
      kind: 'present',
      because: 'web/tsconfig.json configures it',
    });
    expect(tsc.detect(facts, '.')).toEqual({
      kind: 'absent',
      because: 'there is no tsconfig.json',
      noSign: true,
    });
    expect(tsc.detect(facts, 'web/src').kind).toBe('absent');
  });

  it('tells its version', () => {
    expect(tsc.versionPattern.exec('Version 7.0.2\n')?.[1]).toBe('7.0.2');
  });
});
