import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '#model/check-report.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { runCli } from './run-cli.ts';
import { env, shEngine, yaml } from './sh-engines.ts';

type Variables = Readonly<Record<string, string>>;
type Look = (cwd: string, argv: readonly string[], variables: Variables) => Promise<unknown>;

interface Setting {
  /** What each source says, in the order in which they win. */
  readonly option: readonly string[];
  readonly variable: Variables;
  readonly file: object;
  readonly look: Look;
  /** What is seen when the option, else the variable, else the file has the say. */
  readonly seen: readonly [option: unknown, variable: unknown, file: unknown];
}

const engines = { a: shEngine('true'), b: shEngine('true'), c: shEngine('true') };
const profile = (name: string) => ({ engines: { a: { args: [`--of-${name}`] } } });
const profiles = { p1: profile('p1'), p2: profile('p2'), p3: profile('p3') };

const checked =
  (pick: (report: CheckReport) => unknown): Look =>
  async (cwd, argv, variables) => {
    const all = ['check', '--format', 'json', ...argv];
    const { stdout } = await runCli(cwd, all, { ...env, ...variables });
    return pick(JSON.parse(stdout));
  };
const planned =
  (pattern: RegExp): Look =>
  async (cwd, argv, variables) => {
    const { stdout } = await runCli(cwd, ['plan', ...argv], { ...env, ...variables });
    return pattern.exec(stdout)?.[1];
  };
const modes = checked(({ engines: all }) => [...new Set(all.map((one) => one.outcome.plan.mode))]);
const ran = checked(({ engines: all }) => all.map((one) => one.outcome.plan.engine));

const settings: Readonly<Record<string, Setting>> = {
  '--mode': {
    option: ['--mode', 'current'],
    variable: { RATCHETR_CHECK_MODE: 'target' },
    file: { check: { mode: 'both' } },
    look: (cwd, argv, variables) => modes(cwd, ['src', ...argv], variables),
    seen: [['current'], ['target'], ['current', 'target']],
  },
  '--engine': {
    option: ['--engine', 'a', '--engine', 'b'],
    variable: { RATCHETR_CHECK_ENGINES: '[b]' },
    file: { check: { engines: ['c'] } },
    look: ran,
    seen: [['a', 'b'], ['b'], ['c']],
  },
  '--base': {
    option: ['--base', 'one'],
    variable: { RATCHETR_CHECK_BASE: 'two' },
    file: { check: { base: 'three' } },
    look: checked(({ base }) => base.ref),
    seen: ['one', 'two', 'three'],
  },
  '--format': {
    option: ['--format', 'sarif'],
    variable: { RATCHETR_CHECK_FORMAT: 'junit' },
    file: { check: { format: 'html' } },
    look: async (cwd, argv, variables) =>
      (await runCli(cwd, ['check', ...argv], { ...env, ...variables })).stdout
        .match(/"version": "2.1.0"|<testsuites|<!doctype html/i)?.[0]
        .toLowerCase(),
    seen: ['"version": "2.1.0"', '<testsuites', '<!doctype html'],
  },
  '--output': {
    option: ['--output', 'one.txt'],
    variable: { RATCHETR_CHECK_OUTPUT: 'two.txt' },
    file: { check: { output: 'three.txt' } },
    look: async (cwd, argv, variables) => {
      const { stdout } = await runCli(cwd, ['check', ...argv], { ...env, ...variables });
      expect(stdout).toBe('');
      return ['one.txt', 'two.txt', 'three.txt'].filter((name) => existsSync(join(cwd, name)));
    },
    seen: [['one.txt'], ['two.txt'], ['three.txt']],
  },
  '--engine-config': {
    option: ['--engine', 'ruff', '--engine-config', 'ruff=one.toml'],
    variable: { RATCHETR_CHECK_ENGINE_CONFIG: '{ruff: two.toml}' },
    file: { check: { engines: ['ruff'], engineConfig: { ruff: 'three.toml' } } },
    look: planned(/^ruff: .*?; (config .*?\))/m),
    seen: [
      'config one.toml (command line)',
      'config two.toml (environment)',
      'config three.toml (config file)',
    ],
  },
  '--engine-arg': {
    option: ['--engine-arg', 'a=--one=1', '--engine-arg', 'a=-x'],
    variable: { RATCHETR_CHECK_ENGINE_ARGS: '{a: [--two]}' },
    file: { check: { engineArgs: { a: ['--three'] } } },
    look: planned(/^a: .*, args (.*)$/m),
    seen: ['--one=1 -x', '--two', '--three'],
  },
  '--profile': {
    option: ['--profile', 'p1'],
    variable: { RATCHETR_PROFILE: 'p2' },
    file: { profile: 'p3' },
    look: planned(/^a: .*, (profile .*)$/m),
    seen: ['profile p1, args --of-p1', 'profile p2, args --of-p2', 'profile p3, args --of-p3'],
  },
  '[paths...]': {
    option: ['src'],
    variable: { RATCHETR_SCOPE_PATHS: '[docs]' },
    file: { scope: { paths: ['.'] } },
    look: planned(/^a: .*? on (\S+ \([^)]*\))/m),
    seen: ['src (command line)', 'docs (environment)', '. (config file)'],
  },
};

async function repository(file: object): Promise<string> {
  const all = { engines, profiles, ...file };
  const made = await gitRepository({
    'ratchetr.yaml': yaml(all),
    'src/a.txt': '',
    'docs/b.txt': '',
  });
  for (const name of ['one', 'two', 'three']) made.git('branch', name);
  return made.root;
}

describe('each option of check, its variable and its setting in the file', () => {
  it.each(Object.entries(settings))('%s', async (_, { option, variable, file, look, seen }) => {
    const sources = [
      [option, variable],
      [[], variable],
      [[], {}],
    ] as const;
    for (const [at, [argv, variables]] of sources.entries()) {
      expect(await look(await repository(file), argv, variables)).toEqual(seen[at]);
    }
  });

  it('--changed, which nothing on the command line can take back', async () => {
    const sources: readonly (readonly [object, readonly string[], Variables])[] = [
      [{}, ['--changed'], {}],
      [{}, [], { RATCHETR_CHECK_CHANGED: 'true' }],
      [{ check: { changed: true } }, [], {}],
    ];
    for (const [file, argv, variables] of sources) {
      const cwd = await repository(file);
      await writeFile(join(cwd, 'docs/c.txt'), '');
      const { stdout } = await runCli(cwd, ['plan', ...argv], { ...env, ...variables });
      expect(stdout).toMatch(/^a: run current on docs\/c\.txt \(default\)/m);
      expect(stdout).not.toContain('run target');
      const both = await runCli(cwd, ['plan', ...argv, '--mode', 'both'], { ...env, ...variables });
      expect(both.stdout).toMatch(
        /^a: run current on docs\/c\.txt \(default\); run target on \. /m,
      );
    }
  });

  it('gives the paths of the command line to current alone', async () => {
    const { stdout } = await runCli(await repository({}), ['plan', './docs/', 'src', 'docs'], env);
    expect(stdout).toMatch(
      /^a: run current on docs, src \(command line\); run target on \. \(default\);/m,
    );
  });
});
