import { describe, expect, it } from 'vitest';
import { explainPlan } from '#check/rules/scope/explain-plan.ts';
import type { PlanInput } from '#check/rules/scope/plan-engine.ts';
import { type RequestedMode, scheduleEngines } from '#check/rules/scope/schedule.ts';
import { anInput, bothModes } from './plans.ts';

function explained(
  requested: RequestedMode,
  input: Partial<PlanInput>,
  engines = ['ruff'],
): readonly string[] {
  const planned = engines.map((engine) => bothModes(anInput({ known: engines, ...input, engine })));
  return explainPlan(scheduleEngines(requested, planned, { wholeProgram: new Set(['mypy']) }));
}

describe('explainPlan', () => {
  it('tells what runs, on what and who chose it', () => {
    const input = {
      commandLine: { paths: ['src'], engines: { ruff: { args: ['--fix', 'a b'] } } },
      environment: { engines: { ruff: { config: 'ruff.toml', env: { TOKEN: 'hidden-value' } } } },
      config: { scope: { paths: ['src', 'test'] } },
    };
    expect(explained('both', input)).toEqual([
      'ruff: run current on src (command line); run target on src, test (config file); ' +
        'config ruff.toml (environment), args --fix "a b", sets TOKEN',
    ]);
  });

  it('tells one line per engine, of those that are left out too', () => {
    const input = {
      commandLine: { paths: ['src'] },
      config: {
        engines: { pytest: { paths: [] }, eslint: { enabled: false }, tsc: { paths: ['src'] } },
      },
    };
    expect(explained('both', input, ['ruff', 'mypy', 'pytest', 'eslint', 'tsc'])).toEqual([
      'ruff: run current on src (command line); run target on . (default); config found by the tool',
      'mypy: run target on . (default); current is target filtered to src (command line); ' +
        'config found by the tool',
      'tsc: run target on src (config file); current is the same as target; config found by the tool',
      'pytest: left out, EMPTY_SCOPE: engines.pytest.paths is empty in the config file, so pytest ' +
        'has nothing to look at; list at least one path, or set engines.pytest.enabled to false.',
    ]);
  });

  it('tells why a target runs that was not asked for', () => {
    expect(explained('current', { commandLine: { paths: ['src'] } }, ['mypy'])).toEqual([
      'mypy: run target on . (default) to derive current from it; ' +
        'current is target filtered to src (command line); config found by the tool',
    ]);
  });

  it('tells the profile, and of many paths the first', () => {
    const config = {
      scope: { paths: ['e', 'd', 'c', 'b', 'a'] },
      profile: 'strict',
      profiles: { strict: { engines: { ruff: { args: ['-x'] } } } },
    };
    expect(explained('target', { config })).toEqual([
      'ruff: run target on a, b, c and 2 more (config file); ' +
        'config found by the tool, profile strict, args -x',
    ]);
  });

  it('tells the root that paths are relative to', () => {
    const config = { scope: { paths: ['api/src'] } };
    expect(explained('target', { root: 'api', config })).toEqual([
      'ruff: run target on src in api (config file); config found by the tool',
    ]);
  });

  it('tells one line for each root of an engine', () => {
    const planned = ['.', 'api'].map((root) => bothModes(anInput({ root })));
    expect(explainPlan(scheduleEngines('target', planned, { wholeProgram: new Set() }))).toEqual([
      'ruff: run target on . (default); config found by the tool',
      'ruff: run target on . in api (default); config found by the tool',
    ]);
  });

  it('keeps what one mode can do beside what the other cannot', () => {
    expect(explained('both', { commandLine: { paths: ['../x'] } })).toEqual([
      'ruff: run target on . (default); config found by the tool; left out, OUTSIDE_ROOT: ' +
        '"../x" from the command line lies outside of the root; list paths inside of it.',
    ]);
  });

  it('stays on one line whatever paths, arguments and names hold', () => {
    const odd = 'a\nb\u001b[31m';
    const input = {
      commandLine: {
        paths: [odd],
        engines: { ruff: { args: [odd], config: odd } },
      },
    };
    const outside = { commandLine: { paths: [`../${odd}`] } };
    const lines = [
      ...explained('both', input),
      ...explained('current', outside),
      ...explained('current', { known: ['ruff'] }, [odd]),
    ];
    expect(lines).toHaveLength(3);
    expect(lines.filter((line) => /\p{Cc}/u.test(line))).toEqual([]);
  });
});
