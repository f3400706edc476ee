import { describe, expect, it } from 'vitest';
import { detectByCommand, findGivenStart } from '#check/rules/repository/commands/given-start.ts';
import { eslint } from '#engines/eslint/engine.ts';
import { mypy } from '#engines/mypy/engine.ts';
import { oxlint } from '#engines/oxlint/engine.ts';
import { ruff } from '#engines/ruff/engine.ts';
import { someFacts } from '../some-facts.ts';

const files = [
  'src/a.py',
  'tests/b.py',
  'tests/typing/c.py',
  'src/a.ts',
  'src/in/b.ts',
  'src/c.js',
];

function given(
  { startedBy }: Pick<typeof mypy, 'startedBy'>,
  scripts: readonly string[],
  hook?: object,
  repo?: string,
) {
  if (startedBy === undefined) throw new Error('It reads no commands');
  const manifests = {
    'package.json': { scripts: Object.fromEntries(scripts.entries()) },
    ...(hook && { '.pre-commit-config.yaml': { repos: [{ repo, hooks: [hook] }] } }),
  };
  return findGivenStart(someFacts({ files, manifests }), '.', startedBy);
}

describe('how the project starts a tool', () => {
  it('is what its one command says that decides what is judged', () => {
    expect(given(mypy, ['mypy --strict --pretty --cache-dir x -p pkg ./src/'])).toEqual({
      args: ['--strict', '-p', 'pkg'],
      paths: ['src'],
    });
    expect(given(ruff, ['ruff check --fix --output-format=json --config a.toml src'])).toEqual({
      args: ['--config', 'a.toml'],
      paths: ['src'],
    });
    expect(given(eslint, ['eslint --cache --max-warnings 0 --ext .ts tests src'])).toEqual({
      args: ['--max-warnings', '0', '--ext', '.ts'],
      paths: ['src', 'tests'],
    });
  });

  it('is what its own pattern matches where the tool takes patterns', () => {
    expect(given(eslint, ["eslint './{src,gone}/**/*.ts' --fix"])?.paths).toEqual([
      'src/a.ts',
      'src/in/b.ts',
    ]);
    expect(given(eslint, ["eslint 'src/*.[jt]s' 'src/**/*.md'"])).toBeUndefined();
    expect(given(mypy, ["mypy 'src/*.py'"])).toBeUndefined();
  });

  it('is that of a program started by its path', () => {
    const command = 'node --max-old-space-size=8192 ./node_modules/eslint/bin/eslint.js src';
    expect(given(eslint, [command])?.paths).toEqual(['src']);
    expect(given(eslint, ['node own.js node_modules/.bin/eslint src'])).toBeUndefined();
  });

  it('is, for oxlint, what it judges and with which rules', () => {
    const scripts = ['oxlint --fix -c a.json --type-aware src/ tests', 'oxlint --init'];
    expect(given(oxlint, scripts)).toEqual({
      args: ['-c', 'a.json', '--type-aware'],
      paths: ['src', 'tests'],
    });
  });

  it('is what several commands judge together, with the options that they share', () => {
    const several = ['mypy src', 'mypy tests/typing', 'mypy tests'];
    expect(given(mypy, several)).toEqual({ args: [], paths: ['src', 'tests'] });
    expect(given(mypy, ['mypy --strict src', 'mypy src'])).toEqual({ args: [], paths: ['src'] });
  });

  it('is everything where a command without paths judges everything', () => {
    expect(given(ruff, ['ruff check', 'ruff check src'])).toEqual({ args: [], paths: [] });
    expect(given(eslint, ['eslint . --fix', 'eslint src'])).toEqual({ args: [], paths: [] });
    expect(given(mypy, ['mypy', 'mypy src'])?.paths).toEqual(['src']);
  });

  it('is not known where a command is not, or does something else', () => {
    expect(given(mypy, [])).toBeUndefined();
    expect(given(mypy, ['mypy $(cat list)', 'mypy gone', 'mypy --version'])).toBeUndefined();
    expect(given(ruff, ['ruff format src'])).toBeUndefined();
  });

  it('has what a published hook gives its tool, and leaves out what the hook does', () => {
    const of = 'https://example.org/pre-commit/mirrors-mypy';
    const usual = ['--ignore-missing-imports', '--scripts-are-modules'];
    expect(given(mypy, [], { id: 'mypy' }, of)?.args).toEqual(usual);
    expect(given(mypy, [], { id: 'mypy', args: ['--strict'] }, of)?.args).toEqual(['--strict']);
    expect(given(mypy, [], { id: 'mypy' }, 'local')?.args).toEqual([]);
    const leaves = { id: 'mypy', args: [], exclude: '^docs/' };
    expect(given(mypy, [], leaves)?.args).toEqual(['--exclude=^docs/']);
    expect(given(mypy, [], { ...leaves, pass_filenames: false })?.args).toEqual([]);
    expect(given(ruff, [], { ...leaves, id: 'ruff' })?.args).toEqual([]);
  });

  it('is that of a hook only where nothing else tells', () => {
    const hook = { id: 'mypy', files: '^tests/' };
    expect(given(mypy, [], hook)?.paths).toEqual(['tests']);
    expect(given(mypy, ['mypy src'], hook)?.paths).toEqual(['src']);
    expect(given(mypy, [], { ...hook, pass_filenames: false })?.paths).toEqual([]);
  });

  it('is that of another folder nowhere else', () => {
    expect(given(mypy, ['cd tests && mypy typing'])).toBeUndefined();
  });
});

it('a tool without a configuration is used where a command starts it, and not where a hook does', () => {
  const { startedBy } = ruff;
  if (startedBy === undefined) throw new Error('It reads no commands');
  const tox = { 'tox.ini': { 'testenv:lint': { commands: 'ruff check' } } };
  const found = (manifests: object) =>
    detectByCommand(someFacts({ manifests: { ...manifests } }), '.', startedBy);
  expect(found(tox)).toEqual({
    kind: 'present',
    because: 'tox.ini [testenv:lint] runs ruff',
    at: '.',
  });
  expect(found({ 'tox.ini': { testenv: { commands: 'ruff format\nruff --version' } } })) //
    .toBeUndefined();
  const hook = { '.pre-commit-config.yaml': { repos: [{ hooks: [{ id: 'ruff' }] }] } };
  expect(found(hook)).toBeUndefined();
});
