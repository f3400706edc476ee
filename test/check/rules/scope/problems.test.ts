import { describe, expect, it } from 'vitest';
import { planProblem } from '#model/engine-plan.ts';
import { planEngine, type PlanInput } from '#check/rules/scope/plan-engine.ts';
import { anInput, bothModes, planOf } from './plans.ts';

describe('an engine that is left out', () => {
  it('is off without a problem, even if its scope is empty or outside', () => {
    for (const paths of [[], ['..'], ['src']]) {
      const config = { engines: { ruff: { enabled: false, paths } } };
      expect(planEngine(anInput({ config }))).toEqual({ kind: 'off', engine: 'ruff' });
    }
  });

  it.each<[string, Partial<PlanInput>, string]>([
    [
      'has an empty scope of its own',
      { config: { engines: { ruff: { paths: [] } } } },
      'engines.ruff.paths is empty in the config file, so ruff has nothing to look at; list at least one path, or set engines.ruff.enabled to false.',
    ],
    [
      'shares an empty scope',
      { environment: { scope: { paths: [] } } },
      'scope.paths is empty in the environment, so ruff has nothing to look at; list at least one path, or set engines.ruff.enabled to false.',
    ],
  ])('%s', (_name, changes, message) => {
    const deselected = {
      kind: 'deselected',
      engine: 'ruff',
      problem: { engine: 'ruff', code: 'EMPTY_SCOPE', message },
    };
    const { current, target } = bothModes(anInput({ ...changes, commandLine: { paths: ['src'] } }));
    expect([current, target]).toEqual([deselected, deselected]);
    expect(planProblem.parse(deselected.problem)).toEqual(deselected.problem);
  });

  it('has paths outside of the root, all of which are named', () => {
    const commandLine = { paths: ['src', '../a', '/etc'] };
    const { current, target } = bothModes(anInput({ commandLine }));
    expect(current).toMatchObject({
      kind: 'deselected',
      problem: {
        code: 'OUTSIDE_ROOT',
        message:
          '"../a", "/etc" from the command line lie outside of the root; list paths inside of it.',
      },
    });
    expect(target.kind).toBe('plan');
  });

  it('is unknown, whatever is configured for it', () => {
    const config = { engines: { rufff: { enabled: false } } };
    expect(planEngine(anInput({ engine: 'rufff', config }))).toMatchObject({
      problem: {
        engine: 'rufff',
        code: 'UNKNOWN_ENGINE',
        message: 'There is no engine "rufff"; write one of mypy, pytest, ruff.',
      },
    });
  });

  it('leaves the others alone', () => {
    const engines = { ruff: { paths: [] }, mypy: { paths: ['..'] } };
    const kinds = ['mypy', 'pytest', 'ruff'].map(
      (engine) => planEngine(anInput({ engine, config: { engines } })).kind,
    );
    expect(kinds).toEqual(['deselected', 'plan', 'deselected']);
    expect(planOf(anInput({ engine: 'pytest', config: { engines } }))).toEqual(
      planOf(anInput({ engine: 'pytest' })),
    );
  });
});
