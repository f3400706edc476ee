import { describe, expect, it } from 'vitest';
import { listLinkedPaths } from '#check/rules/repository/linked-places.ts';
import { explainMissing } from '#check/rules/repository/not-installed.ts';
import { planSetup } from '#check/rules/repository/setup.ts';
import { someFacts } from './some-facts.ts';

type Scripts = Readonly<Record<string, string>>;
interface Project {
  readonly scripts?: Scripts;
  readonly version?: string;
  readonly files?: readonly string[];
}

const next = ({ scripts = { build: 'next build' }, version = '16.0.1', files = [] }: Project) => ({
  ...someFacts({
    manifests: {
      'package.json': { scripts, dependencies: { next: version, typescript: '5' } },
      'tsconfig.json': { include: ['next-env.d.ts', '**/*.ts', '.next/types/**/*.ts'] },
    },
    files,
  }),
  nodePackages: new Map([['.', new Set(['next', 'typescript'])]]),
});

const kit = (prepare?: string) => ({
  ...someFacts({
    manifests: {
      'package.json': {
        scripts: { check: 'tsc --noEmit', ...(prepare !== undefined && { prepare }) },
        devDependencies: { '@sveltejs/kit': '^2', typescript: '5' },
      },
      'tsconfig.json': { extends: './.svelte-kit/tsconfig.json' },
    },
    files: ['pnpm-lock.yaml'],
  }),
  nodePackages: new Map([['.', new Set(['typescript'])]]),
});

const tool = {
  program: { kind: 'node-bin', package: 'typescript', bin: 'tsc' },
  configured: [],
} as const;

const told = (facts: ReturnType<typeof next>) => explainMissing(facts, '.', tool);
const setUp = (facts: ReturnType<typeof next>) =>
  planSetup(facts, { roots: ['.'], configured: [] }).map(({ run }) => run.join(' '));

describe('types that a framework writes', () => {
  it('are written by the set-up, and missed until then', () => {
    expect(told(next({}))).toBe(
      'Types that a framework writes for this project are not there: run `npx next typegen`, or `ratchetr check --setup`.',
    );
    expect(setUp(next({}))).toEqual(['npm install', 'npx next typegen']);
    expect(told(kit())).toMatch('run `pnpm exec svelte-kit sync`');
  });

  it('are missed no more where they are there', () => {
    expect(told(next({ files: ['.next/types/routes.d.ts'] }))).toBeUndefined();
    expect(told(next({ files: ['.next/cache/a'] }))).toBeDefined();
  });

  it.each<[string, Project, boolean]>([
    ['a compiler checks without them', { scripts: { types: 'tsc --noEmit' } }, false],
    ['they are written first', { scripts: { types: 'next typegen && tsc' } }, true],
    ['no command of the framework writes them yet', { version: '^14.2.0' }, false],
  ])('where %s', (_, project, expected) => {
    expect(told(next(project)) !== undefined).toBe(expected);
  });

  it('are not written twice where an installation does', () => {
    expect(setUp(kit("svelte-kit sync || echo ''"))).toEqual(['pnpm install --frozen-lockfile']);
    expect(setUp(kit())).toEqual(['pnpm install --frozen-lockfile', 'pnpm exec svelte-kit sync']);
  });

  it('go to the copies, and nothing else that git ignores', () => {
    const files = ['next-env.d.ts', '.next/types/a.ts', '.next/server/page.js', '.env'];
    expect(listLinkedPaths(next({ files }), ['page.tsx'])).toEqual([
      'node_modules',
      'next-env.d.ts',
      '.next/types/a.ts',
    ]);
  });
});
