import { describe, expect, it } from 'vitest';
import { deploymentNames } from '#config/env-names.ts';
import { environmentName } from '#config/environment-source.ts';
import { loadConfig } from '#config/load.ts';
import { formatProblem } from '#config/problems.ts';
import { fixedSettings } from '#config/settings-tree.ts';

describe('environment names', () => {
  it('are derived from the path', () => {
    expect(environmentName(['enabled'])).toBe('RATCHETR_ENABLED');
    expect(environmentName(['limits', 'maxFilesChanged'])).toBe(
      'RATCHETR_LIMITS_MAX_FILES_CHANGED',
    );
    expect(environmentName(['tasks', 'add_test'])).toBe('RATCHETR_TASKS_ADD_TEST');
  });

  it('are different for all settings, and none is a name of the deployment', () => {
    const names = fixedSettings().map(({ path }) => environmentName(path));
    const all = [...names, ...deploymentNames];
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
    expect(names.length).toBeGreaterThan(50);
  });
});

describe('the environment', () => {
  it('sets lists and maps in brackets, and maps with free keys as a whole', () => {
    const config = load({
      RATCHETR_SCOPE_PATHS: '[src, test]',
      RATCHETR_TOOLS: '{pytest: [uv, run, pytest]}',
      RATCHETR_POLICY_BOTS_LOGINS: '{"dependabot[bot]": act}',
      RATCHETR_TIMEOUTS_SETTLE: '1m',
    });
    expect(config).toMatchObject({
      scope: { paths: ['src', 'test'] },
      tools: { pytest: ['uv', 'run', 'pytest'] },
      policy: { bots: { logins: { 'dependabot[bot]': 'act' } } },
      timeouts: { settle: 60_000 },
    });
  });

  it('says all that the options of a check say', () => {
    const config = load({
      RATCHETR_CHECK_MODE: 'current',
      RATCHETR_CHECK_ENGINES: '[ruff, mypy]',
      RATCHETR_CHECK_ENGINE_CONFIG: '{ruff: x.toml}',
      RATCHETR_CHECK_ENGINE_ARGS: '{ruff: [--preview], mypy: []}',
      RATCHETR_CHECK_BASE: 'origin/main',
      RATCHETR_CHECK_FORMAT: 'sarif',
      RATCHETR_CHECK_OUTPUT: '/tmp/report.sarif',
      RATCHETR_CHECK_CACHE: 'false',
      RATCHETR_CHECK_CHANGED: 'true',
    });
    expect(config.check).toEqual({
      mode: 'current',
      engines: ['ruff', 'mypy'],
      engineConfig: { ruff: 'x.toml' },
      engineArgs: { ruff: ['--preview'], mypy: [] },
      base: 'origin/main',
      format: 'sarif',
      output: '/tmp/report.sarif',
      cache: false,
      changed: true,
    });
    expect(load({}).check).toEqual({
      mode: 'both',
      engines: [],
      engineConfig: {},
      engineArgs: {},
      format: 'human',
      cache: true,
      changed: false,
    });
  });

  it('may hold empty values, names of the deployment and names of others', () => {
    const deployment = deploymentNames.map((name) => [name, 'anything: [']);
    const others = { RATCHETR_ENABLED: '', RATCHETR_NEW: '', PATH: '/bin', XRATCHETR_ENABLED: 'x' };
    expect(load({ ...Object.fromEntries(deployment), ...others })).toEqual(load({}));
  });

  const wrong: Readonly<Record<string, readonly [text: string, expected: string]>> = {
    RATCHETR_LIMITS_MAX_FILES_CHANGE: ['3', 'did you mean RATCHETR_LIMITS_MAX_FILES_CHANGED?'],
    RATCHETR_CHECK_MODE: ['all', 'one of current, target, both'],
    RATCHETR_CHECK_ENGINE_CONFIG: ['{ruff: ../x}', 'a path without ".." parts'],
    RATCHETR_CHECK_ENGINE_ARGS: ['{ruff: --preview}', 'a list of words'],
    RATCHETR_TABEL: ['x', 'did you mean RATCHETR_TABLE?'],
    RATCHETR_SOMETHING_QUITE_DIFFERENT: ['x', 'is not a setting; remove it'],
    RATCHETR_ENGINES_RUFF_ENABLED: ['true', 'is not a setting'],
    RATCHETR_SCOPE_PATHS: ['src', 'scope.paths is the text "src", not a list'],
    RATCHETR_ENGINES: ['ruff: {}', 'engines is a list or map without brackets'],
    RATCHETR_LIMITS_ALLOWED_PATHS: ['[**]', 'quote it if it is text: "**"'],
    RATCHETR_PROFILE: ['[a', 'profile: a bracket opens here'],
    RATCHETR_WORKERS_MAX: [
      '"3"',
      'not a number; write a whole number from 1 to 64, without quotes',
    ],
    RATCHETR_ENABLED: ['# yes', 'enabled has no value'],
  };

  it.each(Object.entries(wrong))('tells what is wrong with %s', (name, [text, expected]) => {
    const outcome = loadConfig({ env: { [name]: text }, overrides: [] });
    const lines = outcome.kind === 'ok' ? [] : outcome.problems.map(formatProblem);
    expect(lines).toEqual([expect.stringContaining(expected)]);
    expect(lines[0]?.startsWith(`${name}: `)).toBe(true);
  });
});

function load(env: Readonly<Record<string, string>>) {
  const outcome = loadConfig({ env, overrides: [] });
  if (outcome.kind === 'invalid') throw new Error(JSON.stringify(outcome.problems));
  return outcome.config;
}
