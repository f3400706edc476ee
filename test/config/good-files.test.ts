import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '#config/load.ts';
import type { Config } from '#config/schema.ts';

const folder = join(import.meta.dirname, '../fixtures/config/good');
const defaults = load('01-empty.yaml').config;

const differences: Readonly<Record<string, (config: Config) => unknown>> = {
  '01-empty.yaml': () => defaults,
  '02-comment.yaml': () => defaults,
  '03-empty-document.yaml': () => defaults,
  '04-everything.yaml': (config) => config,
  '05-anchors.yaml': () => ({
    ...defaults,
    engines: {
      ruff: { paths: ['src', 'tools'], timeout: 300_000 },
      mypy: { paths: ['src', 'tools'], timeout: 300_000 },
    },
    scope: { paths: ['src', 'tools'], exclude: [] },
  }),
  '06-windows.yaml': () => withFiles(7),
  '07-json.yaml': () => ({ ...withFiles(7), scope: { paths: ['src'], exclude: [] } }),
  '08-brackets-over-lines.yaml': () => ({
    ...withFiles(7),
    scope: { paths: ['src', 'test'], exclude: [] },
  }),
  '09-empty-maps-and-lists.yaml': () => defaults,
  '10-engine-without-scope.yaml': () => ({ ...defaults, engines: { ruff: { paths: [] } } }),
};

describe('a good file', () => {
  it('is expected here', () => {
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(differences));
  });

  it.each(Object.entries(differences))('%s is read as it says', (name, expected) => {
    const { config } = load(name);
    expect(config).toEqual(expected(config));
  });

  it('can set everything: the complete example leaves nothing at its default', () => {
    const { config, origins } = load('04-everything.yaml');
    const atDefault = [...origins].filter(([, origin]) => origin.kind === 'default');
    // Who gets the keys is told by the environment or the command line alone.
    const elsewhere = ['origins.anthropic', 'origins.openai', 'keys.anthropic', 'keys.openai'];
    expect(atDefault.map(([path]) => path)).toEqual(elsewhere.map((name) => `models.${name}`));
    expect(Object.keys(config).toSorted()).toEqual(
      [...Object.keys(defaults), 'profile'].toSorted(),
    );
  });

  it('gives durations in milliseconds and keeps what only an engine understands', () => {
    const { config } = load('04-everything.yaml');
    expect(config.timeouts).toEqual({
      engine: 300_000,
      step: 60_000,
      attempt: 1_200_000,
      session: 86_400_000,
      staleCi: 500,
      settle: 0,
      start: 60_000,
      lease: 30_000,
      waitingForUnknown: 7_200_000,
      waitingForChecks: 21_600_000,
    });
    const nested = { deep: [1, null, true] };
    expect(config.engines['ruff']?.options).toEqual({ select: ['E', 'F'], nested });
  });
});

describe('the defaults', () => {
  it('are those that were agreed', () => {
    const { limits, ...others } = defaults;
    expect(others).toMatchObject({
      enabled: false,
      scope: { paths: ['.'], exclude: [] },
      baseline: { source: 'auto', path: '.ratchetr/baseline' },
      agents: { order: ['autofix'], settings: {} },
      budgets: { attemptUsd: 1, pullRequestUsd: 5, monthUsd: 100 },
      retry: { fixups: 3, maxAttempts: 3, maxLeaseLosses: 3, maxRelaunches: 3 },
      workers: { max: 4, maxAgents: 2 },
      policy: { bots: { default: 'ignore', logins: {} }, drafts: 'observe' },
      tasks: { quarantine: false, suppress: false },
    });
    expect(limits.protectedPaths).toEqual(
      expect.arrayContaining(['ratchetr.yaml', '.git/**', '.github/workflows/**', '**/CLAUDE.md']),
    );
  });
});

function load(name: string) {
  const text = readFileSync(join(folder, name), 'utf8');
  const outcome = loadConfig({ file: { name, text }, env: {}, overrides: [] });
  if (outcome.kind === 'invalid') throw new Error(JSON.stringify(outcome.problems));
  return outcome;
}

function withFiles(maxFilesChanged: number): Config {
  return { ...defaults, limits: { ...defaults.limits, maxFilesChanged } };
}
