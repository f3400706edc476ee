import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { Planning } from '#check/rules/scope/plan-engine.ts';
import {
  type Dimension,
  listDifferences,
  serializePlan,
  samePlan,
} from '#check/rules/scope/same-plan.ts';
import { anInput, aPlan, bothModes, deselected, planned } from './plans.ts';

const base: Partial<EnginePlan> = {
  scope: ['src', 'test'],
  config: { path: 'ruff.toml', source: 'config' },
  args: ['-a', '-b'],
  env: { A: '1', B: '2' },
  options: { x: { y: 1, z: 2 } },
};

/** For every dimension, ways in which a plan is another one. */
const changed: Record<Dimension, readonly [Planning, ...Planning[]]> = {
  engine: [planned({ ...base, engine: 'mypy' })],
  enablement: [deselected(), { kind: 'off', engine: 'ruff' }],
  scope: [
    planned({ ...base, scope: ['src'] }),
    planned({ ...base, scope: ['src', 'test', 'test/unit'] }),
    planned({ ...base, scope: ['src,test'] }),
  ],
  config: [
    planned({ ...base, config: { path: null, source: 'discovery' } }),
    planned({ ...base, config: { path: 'other.toml', source: 'config' } }),
  ],
  args: [
    planned({ ...base, args: ['-b', '-a'] }),
    planned({ ...base, args: ['-a', '-b', '-b'] }),
    planned({ ...base, args: ['-a -b'] }),
  ],
  pass: [planned({ ...base, pass: ['DATABASE_URL'] })],
  options: [
    planned({ ...base, options: { x: { y: 1, z: 3 } } }),
    planned({ ...base, options: { x: { y: '1', z: 2 } } }),
    planned({ ...base, options: {} }),
  ],
  profile: [planned({ ...base, profile: 'strict' })],
  toolProfile: [planned({ ...base, toolProfile: 'black' })],
  env: [planned({ ...base, env: { A: '1' } }), planned({ ...base, env: { A: '1', B: '' } })],
  root: [planned({ ...base, root: 'api' })],
  native: [planned({ ...base, native: { selects: true } })],
  executes: [planned({ ...base, executes: ['init-hook'] })],
  leaveOut: [planned({ ...base, leaveOut: ['venv'] })],
};

/** Every field of a plan, and whether it decides; what follows from another mode or source does not. */
const metadata: { [Field in keyof EnginePlan]: Partial<EnginePlan> | Dimension } = {
  engine: 'engine',
  mode: { mode: 'current' },
  root: 'root',
  scope: 'scope',
  scopeSource: { scopeSource: 'command-line' },
  config: { config: { path: 'ruff.toml', source: 'environment' } },
  args: 'args',
  env: 'env',
  options: 'options',
  profile: 'profile',
  toolProfile: 'toolProfile',
  native: 'native',
  executes: 'executes',
  leaveOut: 'leaveOut',
};

const everyDifference = Object.entries(changed).flatMap(([dimension, others]) =>
  others.map((other) => ({ dimension, other })),
);

describe('two plans', () => {
  it.each(everyDifference)('differ by $dimension, and by it alone', ({ dimension, other }) => {
    expect(listDifferences(planned(base), other)).toEqual([dimension]);
    expect(listDifferences(other, planned(base))).toEqual([dimension]);
    expect(samePlan(planned(base), other)).toBe(false);
  });

  it.each(Object.values(metadata).filter((value) => typeof value === 'object'))(
    'are the same in spite of %j',
    (change) => {
      expect(samePlan(planned(base), planned({ ...base, ...change }))).toBe(true);
    },
  );

  it.each<[string, Partial<EnginePlan>]>([
    ['paths', { scope: ['test', 'src', 'test'] }],
    ['variables', { env: { B: '2', A: '1' } }],
    ['options', { options: { x: { z: 2, y: 1 } } }],
  ])('are the same in another order of %s', (_name, change) => {
    expect(samePlan(planned(base), planned({ ...base, ...change }))).toBe(true);
  });

  it('are the same where both are left out, whatever for', () => {
    expect(samePlan(deselected(), deselected('engines.ruff.paths is empty.'))).toBe(true);
    expect(samePlan(deselected(), { kind: 'off', engine: 'ruff' })).toBe(true);
    expect(samePlan(deselected(), deselected('', 'mypy'))).toBe(false);
  });

  it('are the same in both modes exactly if the command line leaves the scope as it is', () => {
    const config = { scope: { paths: ['test', 'src'] } };
    const same = (paths: readonly string[]) => {
      const { current, target } = bothModes(anInput({ config, commandLine: { paths } }));
      return samePlan(current, target);
    };
    expect(same([])).toBe(true);
    expect(same(['./src/', '/code/shop/test'])).toBe(true);
    expect(same(['src'])).toBe(false);
    expect(same(['.'])).toBe(false);
  });
});

const anyWord = fc.constantFrom('a', 'b');
const words = fc.array(anyWord, { maxLength: 2 });
const anyPlanning: fc.Arbitrary<Planning> = fc.oneof(
  {
    arbitrary: fc.constantFrom<Planning>(deselected(), { kind: 'off', engine: 'ruff' }),
    weight: 1,
  },
  {
    arbitrary: fc
      .record(
        {
          mode: fc.constantFrom('current', 'target'),
          scope: words,
          args: words,
          env: fc.dictionary(anyWord, anyWord, { maxKeys: 2 }),
          profile: fc.constantFrom(null, 'a'),
        },
        { requiredKeys: [] },
      )
      .map((changes) => planned({ ...changes })),
    weight: 5,
  },
);

describe('sameness is an equivalence', () => {
  it('of every plan with itself', () => {
    fc.assert(
      fc.property(anyPlanning, (one) => {
        expect(samePlan(one, one)).toBe(true);
      }),
    );
  });

  it('in both directions', () => {
    fc.assert(
      fc.property(anyPlanning, anyPlanning, (one, other) => {
        expect(samePlan(one, other)).toBe(samePlan(other, one));
      }),
    );
  });

  it('that passes on', () => {
    fc.assert(
      fc.property(anyPlanning, anyPlanning, anyPlanning, (one, other, third) => {
        if (!samePlan(one, other)) return;
        expect(samePlan(one, third)).toBe(samePlan(other, third));
      }),
    );
  });
});

it('survives being stored', () => {
  const plan: EnginePlan = aPlan(base);
  const read = { kind: 'plan', engine: 'ruff', plan: structuredClone(plan) } as const;
  expect(samePlan(planned(base), read)).toBe(true);
});

describe('planText', () => {
  it('is another text for every plan that is another one', () => {
    const others = Object.values(changed)
      .flat()
      .flatMap((one) => (one.kind === 'plan' ? [one.plan] : []));
    const texts = [aPlan(base), ...others].map(serializePlan);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('is the same for the other mode, another order and another source', () => {
    const same = aPlan({
      ...base,
      mode: 'current',
      scope: ['test', 'src'],
      scopeSource: 'environment',
      config: { path: 'ruff.toml', source: 'command-line' },
      env: { B: '2', A: '1' },
    });
    expect(serializePlan(same)).toBe(serializePlan(aPlan(base)));
  });
});
