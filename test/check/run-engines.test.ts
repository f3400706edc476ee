import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineOutcome } from '#model/engine-outcome.ts';
import type { SpecInput } from '#engines/contract.ts';
import { aPlace } from './run-engines/a-tool.ts';

/** Writes down what it is told. */
function watcher() {
  const told: string[] = [];
  return {
    told,
    planned: (plans: readonly { readonly engine: string }[]) =>
      void told.push(`planned ${plans.map(({ engine }) => engine).join(' ')}`),
    started: ({ engine }: { readonly engine: string }) => void told.push(`started ${engine}`),
    finished: ({ engine }: { readonly engine: string }, { origin }: { readonly origin: string }) =>
      void told.push(`finished ${engine} ${origin}`),
  };
}

describe('runEngines', () => {
  it('gives outcomes that keep to their schema, run or cached', async () => {
    const place = await aPlace();
    for (const origin of ['run', 'cached']) {
      const { outcome } = await place.run();
      expect(outcome.origin).toBe(origin);
      expect(engineOutcome.strict().parse(outcome)).toEqual(outcome);
    }
  });

  it('runs everything without a cache, and asks the tool for its version when nothing else tells', async () => {
    const place = await aPlace();
    await place.run({ deps: { cache: undefined } });
    await place.run({ deps: { cache: undefined } });
    expect(await place.counts()).toEqual({ check: 2, version: 0 });
    const { outcome } = await place.run({ deps: { cache: undefined, installed: undefined } });
    expect(outcome.toolVersion).toBe('0.0.1');
    expect(await place.counts()).toEqual({ check: 3, version: 1 });
  });

  it('tells who watches; what comes from the cache was never started', async () => {
    const place = await aPlace();
    const progress = watcher();
    await place.run({ deps: { progress } });
    await place.run({ deps: { progress } });
    expect(progress.told).toEqual([
      'planned find-bad',
      'started find-bad',
      'finished find-bad run',
      'planned find-bad',
      'finished find-bad cached',
    ]);
  });

  it('says that the working folder is missing, not the tool', async () => {
    const place = await aPlace();
    const { outcome } = await place.run({ plan: { root: 'gone' } });
    expect(outcome.error).toMatchObject({
      reason: 'LAUNCH_FAILED',
      message:
        'Its working folder gone does not exist. Make the folder or correct the configured root.',
    });
    expect(await place.counts()).toEqual({ check: 0, version: 0 });
  });

  it('hands the interpreter on, and keeps nothing where that cannot be known', async () => {
    const place = await aPlace();
    const seen: (string | undefined)[] = [];
    const spec = ({ python }: SpecInput) => {
      seen.push(python);
      return { args: ['check', place.starts, `--python=${python}`, '.'], env: {}, reports: {} };
    };
    const python = join(place.repository, '.venv/bin/python');
    const options = {
      engine: { check: { catalog: {}, spec } },
      input: { pythonOf: (root: string) => (root === '.' ? python : undefined) },
    };
    await place.run(options);
    await place.run(options);
    expect(new Set(seen)).toEqual(new Set([python]));
    expect((await place.counts()).check).toBe(2);
  });

  it('keeps tests and coverage with the rest', async () => {
    const place = await aPlace();
    const told = {
      tests: [{ id: 'a', skipped: true }],
      coverage: [{ path: 'a', covered: 1, total: 2, uncovered: [2] }],
    };
    const facts = { findings: 0, analysed: null, expected: null, verdict: null } as const;
    const engine = {
      check: {
        catalog: {},
        spec: () => ({ args: ['check', place.starts, 'src/good.txt'], env: {}, reports: {} }),
      },
      parse: () => ({ facts: { state: 'valid' as const, ...facts }, findings: [], ...told }),
    };
    for (const origin of ['run', 'cached']) {
      const run = await place.run({ engine });
      expect(run.outcome.origin).toBe(origin);
      expect(run).toMatchObject(told);
    }
  });

  it('goes on when nothing can be kept', async () => {
    const place = await aPlace();
    await writeFile(join(place.cache, 'engines'), 'no folder');
    expect((await place.run()).outcome.category).toBe('diagnostic');
    await rm(join(place.cache, 'engines'));
    await place.run();
    expect((await place.run()).outcome.origin).toBe('cached');
  });
});
