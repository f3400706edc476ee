import { describe, expect, it } from 'vitest';
import { isCurrent, readInstalledVersions } from '#check/record-base.ts';
import { ruff } from '#engines/ruff/engine.ts';
import { aPlan } from './rules/scope/plans.ts';

describe('what was recorded of a commit', () => {
  it('holds for the version that said it, and is made anew for another one', () => {
    expect(isCurrent({ installed: '0.6.9' }, '0.6.9')).toBe(true);
    expect(isCurrent({ installed: '0.6.9' }, '0.7.0')).toBe(false);
    // Nothing is known of one of them.
    expect(isCurrent({}, '0.7.0')).toBe(true);
    expect(isCurrent({ installed: '0.6.9' }, undefined)).toBe(true);
  });

  it('is made anew where it is not sure, or there is none', () => {
    const trouble = { root: '.', kind: 'failed', reason: null, message: '' } as const;
    expect(isCurrent({ troubles: [trouble], installed: '1' }, '1')).toBe(false);
    expect(isCurrent(undefined, '1')).toBe(false);
  });

  it('names the versions of all folders in which the tool runs', async () => {
    const found: Readonly<Record<string, string | null>> = {
      '/repo': '1.0',
      '/repo/api': '2.0',
      '/repo/web': null,
    };
    const installed = {
      find: async (_: unknown, { cwd }: { readonly cwd: string }) => ({
        stamp: '',
        version: found[cwd] ?? null,
      }),
    };
    const input = {
      repository: '/repo',
      engines: new Map([['ruff', ruff]]),
      programOf: () => ['ruff'] as const,
    };
    const entries = ['.', 'api', 'web'].map((root) => ({
      engine: 'ruff',
      plan: aPlan({ engine: 'ruff', root }),
    }));
    const versions = await readInstalledVersions({ installed }, input, entries);
    expect(Object.fromEntries(versions)).toEqual({ ruff: '1.0 2.0' });
  });
});
