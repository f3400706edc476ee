import { describe, expect, it } from 'vitest';
import { detectNode } from '#domain/repository/node.ts';
import { findRoots } from '#domain/repository/roots.ts';
import { someFacts } from './some-facts.ts';

describe('the Node side of a root', () => {
  it('is not there without a package.json', () => {
    expect(detectNode(someFacts({ files: ['pnpm-lock.yaml'] }), '.')).toBeUndefined();
  });

  it.each([
    ['no lock file', [], {}, 'npm', 'there is a package.json and no lock file'],
    ['npm', ['package-lock.json'], {}, 'npm', 'package-lock.json belongs to npm'],
    ['pnpm', ['pnpm-lock.yaml'], {}, 'pnpm', 'pnpm-lock.yaml belongs to pnpm'],
    ['yarn', ['yarn.lock'], {}, 'yarn', 'yarn.lock belongs to yarn'],
    ['bun', ['bun.lockb'], {}, 'bun', 'bun.lockb belongs to bun'],
    [
      'the field before the lock',
      ['yarn.lock'],
      { packageManager: 'pnpm@9.1.0' },
      'pnpm',
      'package.json names pnpm@9.1.0',
    ],
    [
      'a field that names nothing known',
      ['yarn.lock'],
      { packageManager: 'cargo@1' },
      'yarn',
      'yarn.lock belongs to yarn',
    ],
    [
      'a field of a wrong type',
      ['yarn.lock'],
      { packageManager: 7 },
      'yarn',
      'yarn.lock belongs to yarn',
    ],
  ])('%s', (_name, files, manifest, manager, because) => {
    const facts = someFacts({ files, manifests: { 'package.json': manifest } });
    expect(detectNode(facts, '.')).toMatchObject({ manager, because });
  });

  it('of a workspace shares the manager and the packages of the folders above', () => {
    const facts = someFacts({
      files: ['pnpm-lock.yaml'],
      manifests: {
        'package.json': { devDependencies: { eslint: '1' } },
        'packages/a/package.json': { dependencies: { zod: '4' }, devDependencies: 'broken' },
      },
    });
    const profile = detectNode(facts, 'packages/a');
    expect(profile).toMatchObject({ manager: 'pnpm', root: 'packages/a' });
    expect([...(profile?.dependencies ?? [])].toSorted()).toEqual(['eslint', 'zod']);
  });
});

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
});
