import { describe, expect, it } from 'vitest';
import { type ProblemSource, formatOrigin } from '#config/layers.ts';
import { type ConfigInput, loadConfig } from '#config/load.ts';
import { formatProblem } from '#config/problems.ts';

/** How each source writes the same setting, each with a value of its own. */
const written: Readonly<
  Record<ProblemSource, { readonly input: Partial<ConfigInput>; value: number; origin: string }>
> = {
  file: {
    input: { file: { name: 'ratchetr.yaml', text: 'limits:\n  maxFilesChanged: 1\n' } },
    value: 1,
    origin: 'ratchetr.yaml:2',
  },
  environment: {
    input: { env: { RATCHETR_LIMITS_MAX_FILES_CHANGED: '2' } },
    value: 2,
    origin: 'RATCHETR_LIMITS_MAX_FILES_CHANGED',
  },
  'command-line': {
    input: { overrides: [{ path: 'limits.maxFilesChanged', text: '3' }] },
    value: 3,
    origin: '--set limits.maxFilesChanged',
  },
};

/** All ways to be present or absent, and who wins then. */
const winners: Readonly<Record<string, ProblemSource | 'default'>> = {
  '': 'default',
  file: 'file',
  environment: 'environment',
  'command-line': 'command-line',
  'file environment': 'environment',
  'file command-line': 'command-line',
  'environment command-line': 'command-line',
  'file environment command-line': 'command-line',
};

describe('precedence', () => {
  it.each(Object.entries(winners))('of [%s] is %s', (present, winner) => {
    const inputs = Object.entries(written).filter(([source]) =>
      present.split(' ').includes(source),
    );
    const outcome = load(Object.assign({}, ...inputs.map(([, { input }]) => input)));
    const expected = winner === 'default' ? { value: 20, origin: 'default' } : written[winner];
    const origin = outcome.origins.get('limits.maxFilesChanged');
    expect(outcome.config.limits.maxFilesChanged).toBe(expected.value);
    expect(origin && formatOrigin(origin)).toBe(expected.origin);
  });

  it('holds setting by setting: maps are merged by key, lists are replaced whole', () => {
    const { config, origins } = load({
      file: {
        name: 'ratchetr.yaml',
        text: 'engines:\n  ruff: {args: [a, b], timeout: 5m}\n  mypy: {enabled: true}\n',
      },
      env: { RATCHETR_ENGINES: '{ruff: {args: [c]}, pytest: {enabled: false}}' },
      overrides: [{ path: 'engines.mypy.enabled', text: 'false' }],
    });
    expect(config.engines).toEqual({
      ruff: { args: ['c'], timeout: 300_000 },
      mypy: { enabled: false },
      pytest: { enabled: false },
    });
    expect(printed(origins, 'engines.')).toEqual({
      'engines.ruff.args': 'RATCHETR_ENGINES',
      'engines.ruff.timeout': 'ratchetr.yaml:2',
      'engines.mypy.enabled': '--set engines.mypy.enabled',
      'engines.pytest.enabled': 'RATCHETR_ENGINES',
    });
  });

  it('lets the later of two equal arguments win', () => {
    const overrides = [
      { path: 'workers.max', text: '5' },
      { path: 'workers.max', text: '6' },
    ];
    expect(load({ overrides }).config.workers.max).toBe(6);
  });
});

describe('origins', () => {
  it('name the source of every value, defaults too', () => {
    const { origins } = load({ file: { name: 'ratchetr.yaml', text: '\nenabled: true\n' } });
    expect(origins.get('enabled')).toEqual({ kind: 'file', name: 'ratchetr.yaml', line: 2 });
    expect(origins.get('timeouts.lease')).toEqual({ kind: 'default' });
    expect(origins.get('engines')).toEqual({ kind: 'default' });
    expect(origins.size).toBeGreaterThan(50);
  });
});

describe('problems', () => {
  it('of all sources come together, source by source, even where a stronger source overrides', () => {
    const problems = problemsOf({
      file: {
        name: 'ratchetr.yaml',
        text: 'workers:\n  maxAgents: many\nbudgets: {attemptUsd: 9}\nenabled: on\n',
      },
      env: { RATCHETR_WORKERS_MAX: '0', RATCHETR_WORKER_MAX: '3', RATCHETR_STAGE: 'test' },
      overrides: [
        { path: 'workers.maxAgents', text: '3' },
        { path: 'setup', text: '[{cwd: a}]' },
      ],
    });
    expect(problems).toEqual([
      'ratchetr.yaml:2:14: workers.maxAgents is the text "many", not a number; write a whole number from 1 to 64',
      'ratchetr.yaml:3:23: budgets.attemptUsd is 9, but budgets.pullRequestUsd is 5; write at most 5, or raise budgets.pullRequestUsd',
      'ratchetr.yaml:4:10: enabled is the text "on", not true or false; write true',
      'RATCHETR_WORKERS_MAX: workers.max is 0, which is too small; write a whole number from 1 to 64',
      'RATCHETR_WORKER_MAX: RATCHETR_WORKER_MAX is not a setting; did you mean RATCHETR_WORKERS_MAX?',
      '--set setup: setup[0].run is missing; add a command as a list of words, such as ["npm", "ci"]',
    ]);
  });

  it('carry place, path and source apart for programs', () => {
    const outcome = loadConfig({
      file: { name: 'ratchetr.yaml', text: 'policy:\n  drafts: copy\n' },
      env: {},
      overrides: [],
    });
    expect(outcome).toEqual({
      kind: 'invalid',
      problems: [
        {
          source: 'file',
          place: 'ratchetr.yaml:2:11',
          path: 'policy.drafts',
          message: 'policy.drafts is "copy"',
          hint: 'write one of observe, fix',
        },
      ],
    });
  });

  it('are one line each, whatever was written', () => {
    const escape = '\u001b[31m';
    const lines = problemsOf({
      env: { [`RATCHETR_A\nB${escape}`]: '1' },
      overrides: [{ path: `policy.\n${escape}drafts`, text: `"${escape}\\n\u009b"` }],
    });
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
  });
});

function load(input: Partial<ConfigInput>) {
  const outcome = loadConfig({ env: {}, overrides: [], ...input });
  if (outcome.kind === 'invalid') throw new Error(JSON.stringify(outcome.problems));
  return outcome;
}

function problemsOf(input: Partial<ConfigInput>): readonly string[] {
  const outcome = loadConfig({ env: {}, overrides: [], ...input });
  return outcome.kind === 'ok' ? [] : outcome.problems.map(formatProblem);
}

function printed(origins: ReturnType<typeof load>['origins'], prefix: string) {
  const chosen = [...origins].filter(([path]) => path.startsWith(prefix));
  return Object.fromEntries(chosen.map(([path, origin]) => [path, formatOrigin(origin)]));
}
