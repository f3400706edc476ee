import { describe, expect, it } from 'vitest';
import { gitRepository } from '../../support/git-repository.ts';
import { runCli } from '../commands/run-cli.ts';
import { checkJson, env, shEngine, yaml } from '../commands/sh-engines.ts';

interface Mistake {
  readonly argv?: readonly string[];
  readonly variable?: Readonly<Record<string, string>>;
  readonly check?: object;
  /** How it is told, place and correction in it. */
  readonly told: RegExp;
}

const mistakes: readonly Mistake[] = [
  { argv: ['--mode', 'all'], told: /'--mode <mode>' argument 'all' .*current, target, both/ },
  {
    argv: ['--mode', 'both', '--mode', 'target'],
    told: /'--mode <mode>' .* "both" .*give it once/,
  },
  { argv: ['--format', 'xml'], told: /'--format <format>' argument 'xml' .*human, json, sarif/ },
  { argv: ['--base'], told: /'--base <ref>' argument missing/ },
  { argv: ['--base', 'nowhere'], told: /^--base: check\.base is "nowhere", .*; write a commit/ },
  { argv: ['--base', '--output=x'], told: /^--base: check\.base is "--output=x", / },
  { argv: ['--output', ''], told: /^--output: check\.output is ""; write the path of a file/ },
  {
    argv: ['--output', 'a', '--output', 'b'],
    told: /'--output <file>' .*"a" before; give it once/,
  },
  { argv: ['--engine', 'Ruff'], told: /^--engine: check\.engines\[0\] is "Ruff"; write an id of/ },
  { argv: ['--engine', 'a', '--engine', 'a'], told: /^--engine: .* repeats item 1 .*; write each/ },
  {
    argv: ['--engine-config', 'a'],
    told: /'--engine-config <id=path>' argument 'a' .*ruff=strict/,
  },
  {
    argv: ['--engine-config', '=a'],
    told: /'--engine-config <id=path>' argument '=a' .*an engine/,
  },
  { argv: ['--engine-config', 'a='], told: /^--engine-config a=: .* is ""; write a path/ },
  { argv: ['--engine-config', 'a=../x'], told: /^--engine-config a=\.\.\/x: .*; write a path/ },
  {
    argv: ['--engine-config', 'ruff=x', '--engine-config', 'ruff=y'],
    told: /'--engine-config <id=path>' argument 'ruff=y' .*one for ruff already/,
  },
  { argv: ['--engine-arg', 'a'], told: /'--engine-arg <id=arg>' argument 'a' .*ruff=--preview/ },
  { argv: ['--profile', 'none'], told: /^--profile: profile is "none", .*; define it/ },
  { argv: ['--no-such'], told: /unknown option '--no-such'/ },
  { variable: { RATCHETR_CHECK_MODE: 'all' }, told: /^RATCHETR_CHECK_MODE: .*; write one of curr/ },
  {
    variable: { RATCHETR_CHECK_BASE: 'nowhere' },
    told: /^RATCHETR_CHECK_BASE: .*; write a commit/,
  },
  { variable: { RATCHETR_CHECK_FORMAT: 'xml' }, told: /^RATCHETR_CHECK_FORMAT: .* one of human/ },
  {
    variable: { RATCHETR_CHECK_ENGINES: 'a' },
    told: /^RATCHETR_CHECK_ENGINES: .* such as \["ruff"/,
  },
  { variable: { RATCHETR_CHECK_CACHE: 'no' }, told: /^RATCHETR_CHECK_CACHE: .*; write false/ },
  { variable: { RATCHETR_CHECK_CHANGED: '1' }, told: /^RATCHETR_CHECK_CHANGED: .*true or false/ },
  {
    variable: { RATCHETR_CHECK_ENGINE_CONFIG: 'x' },
    told: /^RATCHETR_CHECK_ENGINE_CONFIG: .* map/,
  },
  {
    variable: { RATCHETR_CHECK_ENGINE_ARGS: '{a: x}' },
    told: /^RATCHETR_CHECK_ENGINE_ARGS: .*list/,
  },
  { variable: { RATCHETR_PROFILE: 'none' }, told: /^RATCHETR_PROFILE: profile is "none", / },
  { variable: { RATCHETR_SCOPE_PATHS: 'src' }, told: /^RATCHETR_SCOPE_PATHS: .*a list of paths/ },
  { variable: { RATCHETR_CHECK_MODES: 'x' }, told: /did you mean RATCHETR_CHECK_MODE\?/ },
  { check: { base: 'nowhere' }, told: /^ratchetr\.yaml:\d+: check\.base is "nowhere", / },
  { check: { mode: 'all' }, told: /^ratchetr\.yaml:\d+:\d+: check\.mode is "all"; write one of/ },
];

async function repository(check: object = {}): Promise<string> {
  const engines = { a: shEngine('true'), b: shEngine('true') };
  const { root } = await gitRepository({ 'ratchetr.yaml': yaml({ engines, check }) });
  return root;
}

describe('a mistake on the command line, in the environment or in the file', () => {
  it.each(mistakes)(
    '$argv $variable $check: 2, where it is and what would be right; nothing runs',
    async ({ argv = [], variable = {}, check, told }) => {
      const cwd = await repository(check);
      const said = await runCli(cwd, ['check', ...argv], { ...env, ...variable });
      expect(said).toMatchObject({ code: 2, stdout: '' });
      expect(said.stderr).toMatch(told);
      expect(said.stderr).not.toContain('started');
    },
  );

  it.each([
    [['--engine', 'rough'], {}, '--engine: there is no engine "rough"; write one of a, '],
    [['--engine-config', 'rough=x'], {}, '--engine-config rough=x: there is no engine "rough"'],
    [['--engine-arg', 'rough=x'], {}, '--engine-arg rough: there is no engine "rough"'],
    [[], { RATCHETR_CHECK_ENGINES: '[rough]' }, 'RATCHETR_CHECK_ENGINES: there is no engine'],
    [[], { RATCHETR_CHECK_ENGINE_ARGS: '{rough: []}' }, 'RATCHETR_CHECK_ENGINE_ARGS: there is no'],
  ])('an engine that does not exist: %j %j', async (argv, variables, told) => {
    const { code, report } = await checkJson(await repository(), argv, { ...variables });
    expect(code).toBe(2);
    expect(report.problems).toMatchObject([
      { engine: 'rough', code: 'UNKNOWN_ENGINE', message: expect.stringContaining(told) },
    ]);
  });

  it('a configuration for an engine that only its command configures; the other one runs', async () => {
    const { code, report } = await checkJson(await repository(), ['--engine-config', 'a=x']);
    expect(code).toBe(2);
    expect(report.problems).toMatchObject([
      { engine: 'a', message: expect.stringMatching(/^A configuration is set for a, but only/) },
    ]);
    expect(report.engines.map(({ outcome }) => outcome.plan.engine)).toEqual(['b']);
  });
});
