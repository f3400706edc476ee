import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configFile } from '#config/schema.ts';
import { engineMode, enginePlan } from '#model/engine-plan.ts';
import { planEngine, type PlanInput } from '#check/rules/scope/plan-engine.ts';
import type { EngineSettings, Settings } from '#check/rules/scope/settings.ts';
import { anInput, planOf } from './plans.ts';

describe('planEngine', () => {
  it('of an engine nobody said anything about looks everywhere', () => {
    expect(planEngine(anInput())).toEqual({
      kind: 'plan',
      engine: 'ruff',
      plan: {
        engine: 'ruff',
        mode: 'current',
        root: '.',
        scope: ['.'],
        scopeSource: 'default',
        config: { path: null, source: 'discovery' },
        args: [],
        env: {},
        options: {},
        profile: null,
        toolProfile: null,
      },
    });
  });

  it('takes all that is configured', () => {
    const ruff: EngineSettings = {
      enabled: true,
      paths: ['test', './src/'],
      args: ['--preview'],
      config: 'ruff.toml',
      env: { A: '1' },
      profile: 'black',
      options: { depth: 2 },
    };
    const plan = planOf(anInput({ mode: 'target', config: { engines: { ruff } } }));
    expect(plan).toEqual({
      engine: 'ruff',
      mode: 'target',
      root: '.',
      scope: ['src', 'test'],
      scopeSource: 'config',
      config: { path: 'ruff.toml', source: 'config' },
      args: ['--preview'],
      env: { A: '1' },
      options: { depth: 2 },
      profile: null,
      toolProfile: 'black',
    });
    expect(enginePlan.parse(plan)).toEqual(plan);
  });

  it('reads what the configuration of a repository holds', () => {
    const config: Settings = configFile.parse({
      engines: { ruff: { args: ['--preview'], env: { A: '1' }, timeout: '1m' } },
      profile: 'strict',
      profiles: { strict: { engines: { ruff: { args: ['--select', 'ALL'] } } } },
      scope: { paths: ['src'] },
    });
    const { scope, args, env, profile } = planOf(anInput({ config }));
    expect({ scope, args, env, profile }).toEqual({
      scope: ['src'],
      args: ['--select', 'ALL'],
      env: { A: '1' },
      profile: 'strict',
    });
  });

  it('differs by mode in the mode and in what paths on the command line do', () => {
    const input = anInput({ commandLine: { paths: ['src'], engines: { ruff: { args: ['-x'] } } } });
    const [current, target] = engineMode.options.map((mode) => planOf({ ...input, mode }));
    expect(current).toMatchObject({ scope: ['src'], scopeSource: 'command-line' });
    expect(target).toEqual({ ...current, mode: 'target', scope: ['.'], scopeSource: 'default' });
  });

  it('appends arguments of the command line, in their order and as often as they stand there', () => {
    const commandLine = { paths: [], engines: { ruff: { args: ['-b', '-a', '-b'] } } };
    const config = { engines: { ruff: { args: ['-z', '-a'] } } };
    expect(planOf(anInput({ commandLine, config })).args).toEqual(['-z', '-a', '-b', '-a', '-b']);
  });

  it('lets the environment win setting by setting: maps by key, lists as a whole', () => {
    const environment = { engines: { ruff: { args: ['-e'], env: { A: 'e' }, options: { x: 1 } } } };
    const config = {
      engines: {
        ruff: { args: ['-c'], env: { A: 'c', B: 'c' }, options: { x: 0, y: 0 }, profile: 'black' },
      },
    };
    expect(planOf(anInput({ environment, config }))).toMatchObject({
      args: ['-e'],
      env: { A: 'e', B: 'c' },
      options: { x: 1, y: 0 },
      toolProfile: 'black',
    });
  });

  it('hands on what lies in its root, relative to it', () => {
    const input = anInput({ root: 'api', commandLine: { paths: ['/code/shop/api/src', 'web'] } });
    expect(planOf(input)).toMatchObject({ root: 'api', scope: ['src'] });
    expect(planOf({ ...input, commandLine: { paths: ['.'] } }).scope).toEqual(['.']);
    const elsewhere = { ...input, commandLine: { paths: ['web', 'apis'] } };
    expect(planEngine(elsewhere)).toEqual({
      kind: 'idle',
      engine: 'ruff',
      because: 'nothing of what is to be judged lies in api',
    });
    expect(planEngine({ ...input, commandLine: { paths: ['../api'] } }).kind).toBe('deselected');
  });

  it('leaves what lies wholly in a root further down to the run there', () => {
    const input = anInput({ inner: ['api'], commandLine: { paths: ['api/src', 'web'] } });
    expect(planOf(input).scope).toEqual(['web']);
    expect(planEngine({ ...input, commandLine: { paths: ['api'] } }).kind).toBe('idle');
    expect(planOf({ ...input, commandLine: { paths: ['.'] } }).scope).toEqual(['.']);
  });

  it('names the configuration as it is called from its root', () => {
    expect(configured('ruff.toml', '.')).toBe('ruff.toml');
    expect(configured('ruff.toml', 'a/b')).toBe('../../ruff.toml');
    expect(configured('a/etc/ruff.toml', 'a/b')).toBe('../etc/ruff.toml');
    expect(configured('a/b/ruff.toml', 'a/b')).toBe('ruff.toml');
    expect(configured('/etc/ruff.toml', 'a/b')).toBe('/etc/ruff.toml');
  });

  it('narrows current, and current alone, to what differs', () => {
    const asked: unknown[] = [];
    const input = anInput({
      root: 'api',
      changed: (...given) => {
        asked.push(given);
        return { kind: 'paths', paths: ['src/a.py'] };
      },
    });
    expect(planOf(input).scope).toEqual(['src/a.py']);
    expect(planOf({ ...input, mode: 'target' }).scope).toEqual(['.']);
    expect(asked).toEqual([['api', ['.']]]);
    expect(planOf({ ...input, changed: () => ({ kind: 'everything' }) }).scope).toEqual(['.']);
    expect(planEngine({ ...input, changed: () => ({ kind: 'nothing' }) })).toEqual({
      kind: 'idle',
      engine: 'ruff',
      unchanged: true,
      because: 'nothing that it judges differs',
    });
  });
});

const anyText = fc.constantFrom('a', 'b', '..');
const anySettings: fc.Arbitrary<EngineSettings> = fc.record(
  {
    enabled: fc.boolean(),
    paths: fc.array(anyText, { maxLength: 2 }),
    args: fc.array(anyText, { maxLength: 2 }),
    config: anyText,
    env: fc.dictionary(anyText, anyText, { maxKeys: 2 }),
    profile: anyText,
    options: fc.dictionary(anyText, fc.boolean(), { maxKeys: 2 }),
  },
  { requiredKeys: [] },
);

describe('the settings of other engines', () => {
  it('never change a plan', () => {
    const asked = fc.record({ config: anyText, args: fc.array(anyText) }, { requiredKeys: [] });
    const anything = fc.tuple(anySettings, anySettings, anySettings, asked);
    fc.assert(
      fc.property(
        anything,
        anything,
        fc.constantFrom(...engineMode.options),
        (own, other, mode) => {
          const alone = planEngine(inputOf(mode, { ruff: own }));
          expect(planEngine(inputOf(mode, { ruff: own, mypy: other, constructor: other }))).toEqual(
            alone,
          );
        },
      ),
    );
  });

  it.each(['constructor', 'toString', 'valueOf'])('are not found under %s', (engine) => {
    const plan = planOf(anInput({ engine, known: [engine] }));
    expect(plan).toEqual({ ...planOf(anInput()), engine });
  });
});

type Everything = readonly [EngineSettings, EngineSettings, EngineSettings, object];

function inputOf(mode: PlanInput['mode'], engines: Record<string, Everything>): PlanInput {
  const part = <Index extends 0 | 1 | 2 | 3>(index: Index) =>
    Object.fromEntries(Object.entries(engines).map(([name, all]) => [name, all[index]]));
  return anInput({
    mode,
    environment: { engines: part(0) },
    config: { engines: part(1), profile: 'strict', profiles: { strict: { engines: part(2) } } },
    commandLine: { paths: [], engines: part(3) },
  });
}

function configured(config: string, root: string): string | null {
  return planOf(anInput({ root, config: { engines: { ruff: { config } } } })).config.path;
}
