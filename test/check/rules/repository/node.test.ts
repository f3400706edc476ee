import { describe, expect, it } from 'vitest';
import { dependenciesAt, detectNode } from '#check/rules/repository/node.ts';
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

  it('of a workspace shares the manager and the installation of the folder above', () => {
    const facts = someFacts({
      files: ['pnpm-lock.yaml', 'pnpm-workspace.yaml'],
      manifests: { 'package.json': {}, 'packages/a/package.json': {} },
    });
    expect(detectNode(facts, 'packages/a')).toMatchObject({
      manager: 'pnpm',
      root: 'packages/a',
      home: '.',
      lock: 'pnpm-lock.yaml',
    });
  });

  it('without a workspace above, or with a lock file of its own, stands alone', () => {
    const manifests = { 'package.json': {}, 'site/package.json': {} };
    const files = ['package-lock.json'];
    expect(detectNode(someFacts({ files, manifests }), 'site')).toMatchObject({
      home: 'site',
      lock: undefined,
    });
    const kept = { ...manifests, 'package.json': { workspaces: ['site'] } };
    expect(detectNode(someFacts({ files, manifests: kept }), 'site')?.home).toBe('.');
    const own = someFacts({ files: [...files, 'site/yarn.lock'], manifests: kept });
    expect(detectNode(own, 'site')).toMatchObject({ home: 'site', lock: 'site/yarn.lock' });
  });

  it('names the packages that one folder asks for', () => {
    const manifest = { dependencies: { zod: '4' }, devDependencies: { eslint: '1' } };
    const manifests = { 'a/package.json': manifest, 'b/package.json': { dependencies: 'broken' } };
    const facts = someFacts({ manifests });
    expect([...dependenciesAt(facts, 'a')].toSorted()).toEqual(['eslint', 'zod']);
    expect([...dependenciesAt(facts, 'b'), ...dependenciesAt(facts, '.')]).toEqual([]);
  });
});
