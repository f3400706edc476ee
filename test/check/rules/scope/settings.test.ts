import { describe, expect, it } from 'vitest';
import { planEngine } from '#check/rules/scope/plan-engine.ts';
import { type EngineSettings, ownEntry, type Settings } from '#check/rules/scope/settings.ts';
import { anInput, planOf } from './plans.ts';

const profiles = (ruff: EngineSettings) => ({ strict: { engines: { ruff } } });

/** What decides whether an engine is there, and how its runs are judged. */
type NotPlanned = 'enabled' | 'from' | 'exitCodes' | 'ignoreExit' | 'probes' | 'versions';

describe('the profile in use', () => {
  const below: EngineSettings = {
    paths: ['src'],
    args: ['-c'],
    config: 'ruff.toml',
    env: { A: 'c', B: 'c' },
    profile: 'black',
    options: { x: 0 },
    failOn: 'high',
    rules: { E501: 'note' },
  };

  const laid: {
    [Name in Exclude<keyof EngineSettings, NotPlanned>]-?: [EngineSettings, object];
  } = {
    paths: [{ paths: ['test'] }, { scope: ['test'], scopeSource: 'config' }],
    args: [{ args: ['-p'] }, { args: ['-p'] }],
    config: [{ config: 'strict.toml' }, { config: { path: 'strict.toml', source: 'config' } }],
    env: [{ env: { A: 'p' } }, { env: { A: 'p', B: 'c' } }],
    pass: [{ pass: ['DISPLAY'] }, { pass: ['DISPLAY'] }],
    profile: [{ profile: 'google' }, { toolProfile: 'google' }],
    options: [{ options: { y: 1 } }, { options: { x: 0, y: 1 } }],
    failOn: [{ failOn: 'medium' }, { gate: { from: 'medium', rules: { E501: 'note' } } }],
    rules: [
      { rules: { 'F*': 'fail' } },
      { gate: { from: 'high', rules: { E501: 'note', 'F*': 'fail' } } },
    ],
    severity: [{ severity: { 'no-*': 'low' } }, { severity: { 'no-*': 'low' } }],
  };

  it.each(Object.entries(laid))('lies on top of the settings: %s', (_name, [upper, expected]) => {
    const config = { engines: { ruff: below }, profile: 'strict', profiles: profiles(upper) };
    const without = planOf(anInput({ config: { engines: { ruff: below } } }));
    expect(planOf(anInput({ config }))).toEqual({ ...without, ...expected, profile: 'strict' });
  });

  it.each<[string, Settings]>([
    ['that is not in use', { profiles: profiles({ args: ['-p'] }) }],
    ['of which another is in use', { profile: 'lax', profiles: profiles({ args: ['-p'] }) }],
    [
      'that says nothing of the engine',
      { profile: 'strict', profiles: { strict: { engines: {} } } },
    ],
    [
      'that says nothing an engine is given',
      { profile: 'strict', profiles: profiles({ enabled: true }) },
    ],
  ])('leaves no trace if it is one %s', (_name, settings) => {
    const config = { engines: { ruff: below }, ...settings };
    expect(planOf(anInput({ config }))).toEqual(
      planOf(anInput({ config: { engines: { ruff: below } } })),
    );
  });

  it('is chosen by the environment before the config', () => {
    const config = { profile: 'lax', profiles: profiles({ args: ['-p'] }) };
    const input = anInput({ config, environment: { profile: 'strict' } });
    expect(planOf(input)).toMatchObject({ profile: 'strict', args: ['-p'] });
  });

  it('of the config gives way to settings of the environment', () => {
    const config = { profile: 'strict', profiles: profiles({ args: ['-p'], paths: ['p'] }) };
    const environment = { engines: { ruff: { args: ['-e'], paths: ['e'] } } };
    expect(planOf(anInput({ config, environment }))).toMatchObject({ args: ['-e'], scope: ['e'] });
  });

  it.each([
    [true, false, 'off'],
    [false, true, 'plan'],
  ])('turns enabled %s into %s', (own, upper, kind) => {
    const config = {
      engines: { ruff: { enabled: own } },
      profile: 'strict',
      profiles: profiles({ enabled: upper }),
    };
    expect(planEngine(anInput({ config })).kind).toBe(kind);
  });
});

it.each(['constructor', 'toString', '__proto__'])(
  'nothing is set under %s unless it is',
  (name) => {
    expect(ownEntry({ ruff: 1 }, name)).toBeUndefined();
    expect(ownEntry(Object.fromEntries([[name, 1]]), name)).toBe(1);
  },
);
