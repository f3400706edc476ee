import { describe, expect, it } from 'vitest';
import type { Scheduled } from '#check/rules/scope/schedule.ts';
import { shareRuns } from '#check/rules/scope/shared-runs.ts';
import type { EnginePlan } from '#model/engine-plan.ts';

function run(engine: string, own: Partial<EnginePlan> = {}): Scheduled {
  const plan: EnginePlan = {
    engine,
    mode: 'target',
    root: '.',
    scope: ['.'],
    scopeSource: 'default',
    config: { path: null, source: 'discovery' },
    args: [],
    env: {},
    options: {},
    profile: null,
    toolProfile: null,
    ...own,
  };
  return { engine, mode: plan.mode, how: 'run', requested: true, plan };
}

const joins = (engine: string) => (engine === 'coverage' ? 'pytest' : undefined);

function share(runs: readonly Scheduled[], starts: Readonly<Record<string, string>> = {}) {
  const startOf = ({ engine }: Scheduled) => [starts[engine] ?? 'python', '-m'];
  return shareRuns(runs, { joins, startOf }).map((all) =>
    all.map(({ engine, plan }) => `${engine} ${plan.root}`).join(' + '),
  );
}

describe('a run that another engine can join', () => {
  it('is joined in each root, wherever the guest stands', () => {
    const runs = [run('coverage'), run('mypy'), run('pytest'), run('pytest', { root: 'a' })];
    expect(share(runs)).toEqual(['mypy .', 'pytest . + coverage .', 'pytest a']);
  });

  it.each<[string, Partial<EnginePlan>]>([
    ['arguments', { args: ['-x'] }],
    ['variables', { env: { A: '1' } }],
    ['paths', { scope: ['tests'] }],
    ['what is left out', { leaveOut: ['a'] }],
    ['its root', { root: 'a' }],
    ['its mode', { mode: 'current' }],
  ])('is not where %s differ', (_, own) => {
    expect(share([run('pytest'), run('coverage', own)])).toHaveLength(2);
  });

  it('is joined by who is given a configuration, an option or a start of its own', () => {
    const own = { options: { source: ['a'] }, native: { measures: true } };
    const config = { path: 'c.toml', source: 'config' as const };
    expect(share([run('pytest'), run('coverage', { ...own, config })])).toHaveLength(1);
  });

  it('is not where another interpreter runs it', () => {
    expect(share([run('pytest'), run('coverage')], { pytest: 'docker' })).toHaveLength(2);
  });
});
