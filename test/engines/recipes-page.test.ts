import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#config/load.ts';
import { engineTools } from '../support/engine-tools.ts';
import { ofToolchain } from '../support/toolchains.ts';
import { declare, runDeclared } from './given.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/engines/recipes.md'), 'utf8');
const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
const recipes = blocks.map((text) => {
  const loaded = loadConfig({ file: { name: 'ratchetr.yaml', text }, env: {}, overrides: [] });
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems));
  return loaded.config.engines;
});
const all = new Map(recipes.flatMap((engines) => Object.entries(engines)));

it.each(recipes.map((engines) => [Object.keys(engines).join(), engines] as const))(
  'the recipe of %s declares one engine without a problem',
  (id, engines) => {
    const { engines: list, problems } = declare(engines);
    expect(problems).toEqual([]);
    expect(list.map((engine) => engine.id)).toContain(id);
  },
);

type Files = Readonly<Record<string, string>>;
type Told = readonly (readonly [string, number | null, string, string])[];

const noEval = {
  '.semgrep.yml':
    'rules: [{ id: no-eval, pattern: eval(...), message: no, languages: [python], severity: ERROR }]\n',
};
const frozen = '# frozen_string_literal: true\n\n';

const gems = (...names: readonly string[]): Files => ({
  Gemfile: `${frozen}${names.map((name) => `gem '${name}'\n`).join('')}`,
  '.rspec': '',
  '.rubocop.yml': 'AllCops: { NewCops: disable, SuggestExtensions: false }\n',
});
const sumIs = (sum: number): string =>
  `RSpec.describe 'x' do\n  it('adds') { expect(1 + 1).to eq(${sum}) }\nend\n`;

describe('a recipe finds what its tool finds', () => {
  let bin = '';
  beforeAll(async () => {
    ({ bin } = await engineTools());
  });

  it.each<[string, Files, Told, string?]>([
    ['bandit', { 'a.py': 'x = 1\nassert x\n' }, [['a.py', 2, 'B101', 'low']]],
    ['bandit', { 'a.py': 'x = 1\n' }, []],
    ['hadolint', { 'b/Dockerfile': 'FROM debian\n' }, [['./b/Dockerfile', 1, 'DL3006', 'medium']]],
    ['hadolint', { 'b/Dockerfile': 'FROM debian:12\n' }, []],
    ['semgrep', { ...noEval, 'a.py': 'eval("1")\n' }, [['a.py', 1, 'no-eval', 'high']], 'semgrep'],
    ['semgrep', { ...noEval, 'a.py': 'x = 1\n' }, [], 'semgrep'],
    [
      'gitleaks',
      { 'a.txt': `aws = "${['AKIA', 'QYLPMN5HHHFPZAM2'].join('')}"\n` },
      [['a.txt', 1, 'aws-access-token', 'medium']],
      'gitleaks',
    ],
    ['gitleaks', { 'a.txt': 'x\n' }, [], 'gitleaks'],
    [
      'rubocop',
      { ...gems('rubocop'), 'a.rb': `${frozen}x = 1\n` },
      [['a.rb', 3, 'Lint/UselessAssignment', 'medium']],
      'rubocop',
    ],
    ['rubocop', { ...gems('rubocop'), 'a.rb': `${frozen}puts 1\n` }, [], 'rubocop'],
    [
      'rspec',
      { ...gems('rspec', 'rspec_junit_formatter'), 'spec/a_spec.rb': sumIs(3) },
      [['./spec/a_spec.rb', null, 'RSpec::Expectations::ExpectationNotMetError', 'high']],
      'rspec',
    ],
    [
      'rspec',
      { ...gems('rspec', 'rspec_junit_formatter'), 'spec/a_spec.rb': sumIs(2) },
      [],
      'rspec',
    ],
  ])('%s in %j', async (id, files, found, program) => {
    if (program !== undefined) ofToolchain(program);
    const { from, options } = all.get(id) ?? {};
    const path = `${bin}:${process.env['PATH'] ?? ''}`;
    const plan = { scope: ['.'], env: { PATH: path } };
    const run = await runDeclared({ from, options }, { files, plan });
    expect(run.outcome.error).toBeNull();
    // RuboCop tells where a file lies on the machine.
    const told = run.findings.map(({ path: at, line, rule, severity }) => [
      at?.replace(/^\/.*\//, ''),
      line,
      rule,
      severity,
    ]);
    expect(told).toEqual(found);
  });
});
