import { describe, expect, it } from 'vitest';
import type { EnginePlan } from '#domain/model/engine-plan.ts';
import { tsc } from '#engines/tsc/engine.ts';
import { someFacts } from '../../domain/repository/some-facts.ts';
import { aPlan } from '../../domain/scope/plans.ts';

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
    });
    expect(tsc.detect(facts, 'web/src').kind).toBe('absent');
  });

  it('tells its version', () => {
    expect(tsc.versionPattern.exec('Version 7.0.2\n')?.[1]).toBe('7.0.2');
  });
});
