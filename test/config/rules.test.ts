import { describe, expect, it } from 'vitest';
import type { ProblemSource } from '#config/layers.ts';
import { type ConfigInput, loadConfig } from '#config/load.ts';

/** Who wrote which of two contradicting settings, and which of the two is to be changed. */
const cases: Readonly<
  Record<string, { readonly input: Partial<ConfigInput>; source: ProblemSource; path: string }>
> = {
  'the only one that was written, be it the lower': {
    input: { file: file('workers: {maxAgents: 9}') },
    source: 'file',
    path: 'workers.maxAgents',
  },
  'the only one that was written, be it the upper': {
    input: { file: file('workers: {max: 1}') },
    source: 'file',
    path: 'workers.max',
  },
  'the lower of two in one source': {
    input: { file: file('workers: {max: 5, maxAgents: 6}') },
    source: 'file',
    path: 'workers.maxAgents',
  },
  'the one of the stronger source': {
    input: { file: file('workers: {maxAgents: 6, max: 7}'), env: { RATCHETR_WORKERS_MAX: '5' } },
    source: 'environment',
    path: 'workers.max',
  },
  'the one of the strongest source': {
    input: {
      env: { RATCHETR_WORKERS_MAX: '5' },
      overrides: [{ path: 'workers.maxAgents', text: '6' }],
    },
    source: 'command-line',
    path: 'workers.maxAgents',
  },
};

describe('of two settings that contradict each other', () => {
  it.each(Object.entries(cases))('%s is to be changed', (_name, { input, source, path }) => {
    expect(problemsOf(input)).toMatchObject([{ source, path }]);
  });

  it('none is blamed while the one that counts cannot be read', () => {
    const input = { file: file('workers: {max: few, maxAgents: 9}') };
    expect(problemsOf(input)).toMatchObject([{ path: 'workers.max' }]);
  });

  it('both are judged where a readable value overrides the unreadable one', () => {
    const overrides = [{ path: 'workers.max', text: '3' }];
    const input = { file: file('workers: {max: few, maxAgents: 9}'), overrides };
    expect(problemsOf(input)).toMatchObject([
      { path: 'workers.max', source: 'file' },
      { path: 'workers.max', source: 'command-line' },
    ]);
  });

  it('none is blamed while the file cannot be read at all', () => {
    const env = { RATCHETR_WORKERS_MAX: '1' };
    const problems = problemsOf({ file: file('workers: {maxAgents: 1'), env });
    expect(problems).toMatchObject([{ source: 'file' }]);
  });
});

describe('equal settings', () => {
  const equal = 'budgets: {attemptUsd: 5}\ntimeouts: {step: 15m, session: 15m}\nworkers: {max: 2}';

  it('are fine where one may reach the other', () => {
    expect(problemsOf({ file: file(equal) })).toEqual([]);
  });

  it('are wrong for leases, which must end before what they guard', () => {
    expect(problemsOf({ file: file('timeouts: {lease: 15m}') })).toMatchObject([
      { path: 'timeouts.lease' },
    ]);
  });
});

describe('a profile', () => {
  it('may be chosen by one source and defined by another', () => {
    const env = { RATCHETR_PROFILE: 'fast' };
    expect(problemsOf({ file: file('profiles: {fast: {}}'), env })).toEqual([]);
    expect(problemsOf({ env })).toMatchObject([{ place: 'RATCHETR_PROFILE', path: 'profile' }]);
  });
});

describe('who gets the keys', () => {
  const env = {
    RATCHETR_MODELS_ORIGINS_ANTHROPIC: 'http://models.example.org:8080/base',
    RATCHETR_MODELS_KEYS_OPENAI: 'OUR_KEY',
  };

  it('is told by the environment and the command line', () => {
    const overrides = [{ path: 'models.origins.openai', text: 'https://models.example.org' }];
    const outcome = loadConfig({ env, overrides });
    expect(outcome.kind === 'ok' && outcome.config.models).toMatchObject({
      origins: {
        anthropic: 'http://models.example.org:8080/base',
        openai: 'https://models.example.org',
      },
      keys: { anthropic: 'ANTHROPIC_API_KEY', openai: 'OUR_KEY' },
    });
  });

  it('is never told by the file of a repository', () => {
    const models =
      'models: {origins: {anthropic: "https://elsewhere.example"}, keys: {openai: HOME}}';
    expect(problemsOf({ file: file(models), env })).toMatchObject([
      { source: 'file', path: 'models.origins', hint: expect.stringContaining('--set') },
      { source: 'file', path: 'models.keys' },
    ]);
  });
});

function file(text: string) {
  return { name: 'ratchetr.yaml', text };
}

function problemsOf(input: Partial<ConfigInput>) {
  const outcome = loadConfig({ env: {}, overrides: [], ...input });
  return outcome.kind === 'ok' ? [] : outcome.problems;
}
