import { describe, expect, it } from 'vitest';
import { judgeConfiguration } from '#repair/rules/verdict/configuration.ts';
import type { DiffEntry } from '#repair/rules/verdict/diff.ts';
import { engines as builtIn } from '#engines/registry.ts';
import { add, edit, link, remove, rename, rulesOf, told } from './diffs.ts';

const rules = rulesOf({ engines: builtIn });
const changed = (...diff: readonly DiffEntry[]) =>
  told(judgeConfiguration(diff, rules)).map((one) => one.replace('CONFIG_CHANGED ', ''));

const pyproject = `[project]
dependencies = ["attrs"]

[tool.ruff.lint]
select = ["E", "F"] # what we keep to
ignore = []

[tool.mypy]
strict = true
`;
const edited = (from: string, to: string) =>
  edit('pyproject.toml', pyproject, pyproject.replace(from, to));

describe('what says how the code is judged', () => {
  it.each([
    'ruff.toml',
    'a/b/.ruff.toml',
    'Ruff.toml',
    'shop/mypy.ini',
    'pytest.ini',
    '.coveragerc',
    '.pylintrc',
    'tests/pylintrc.toml',
    'eslint.config.mjs',
    'web/.eslintrc.cjs',
    'web/.eslintignore',
    'oxlint-suppressions.json',
    'web/.oxlintrc.json',
    'biome.jsonc',
    'web/tsconfig.json',
    'tsconfig.build.json',
    'pyrightconfig.json',
    'web/vitest.config.ts',
    'vitest.workspace.json',
    'vite.config.mts',
    'tombi.toml',
    'jest.config.js',
    '.flake8',
  ])('%s may be neither new nor gone nor other', (path) => {
    expect(changed(add(path, ''))).toEqual([path]);
    expect(changed(remove(path, 'x'))).toEqual([path]);
    expect(changed(edit(path, 'a = 1\n', 'a = 2\n'))).toEqual([path]);
    expect(changed(link(path, 'elsewhere'))).toEqual([path]);
    expect(changed(rename(path, 'notes.txt'))).toEqual([path]);
    expect(changed(rename('notes.txt', path))).toEqual([path]);
  });

  it.each([
    ['select = ["E", "F"]', 'select = ["E"]'],
    ['select = ["E", "F"]', 'select = ["F", "E"]'],
    ['ignore = []', 'ignore = []\nmccabe.max-complexity = 90'],
    ['[tool.ruff.lint]', '[tool.ruff]\nline-length = 320\n[tool.ruff.lint]'],
    ['strict = true', ''],
    ['[tool.mypy]', '[tool.coverage.run]\nbranch = false\n[tool.mypy]'],
    ['[tool.mypy]', '[tool.pytest.ini_options]\naddopts = "-k no"\n[tool.mypy]'],
    ['[tool.mypy]', '[tool.flake8]\nignore = "E"\n[tool.mypy]'],
    ['[project]', '[project]\nrequires-python = ">=3.8"'],
    ['strict = true', 'strict = '],
  ])('a table of an engine: %j to %j', (from, to) => {
    expect(changed(edited(from, to))).toEqual(['pyproject.toml']);
  });

  it.each([
    ['["attrs"]', '["attrs", "requests"]'],
    ['# what we keep to', '# what all of us keep to'],
    ['["E", "F"] # what', '[\n  "E",\n  "F",\n] # what'],
    ['select = ["E", "F"] # what we keep to\nignore = []', 'ignore = []\nselect = ["E", "F"]'],
    ['[tool.mypy]', '[tool.poetry.dependencies]\nattrs = "*"\n\n[tool.mypy]'],
  ])('nothing of an engine: %j to %j', (from, to) => {
    expect(changed(edited(from, to))).toEqual([]);
  });

  it('a file for many tools that is new or gone counts where it speaks of one', () => {
    expect(changed(add('a/pyproject.toml', pyproject))).toEqual(['a/pyproject.toml']);
    expect(changed(remove('pyproject.toml', pyproject))).toEqual(['pyproject.toml']);
    expect(changed(add('a/pyproject.toml', '[project]\nname = "a"\n'))).toEqual([]);
    expect(changed(add('setup.cfg', '[metadata]\nname = a\n'))).toEqual([]);
    expect(changed(add('package.json', '{"dependencies": {}}'))).toEqual([]);
    expect(changed(add('package.json', '{"eslintConfig": {}}'))).toEqual(['package.json']);
  });

  it.each([
    ['[mypy-shop.*]\nignore_errors = True\n', true],
    ['[tool:pytest]\naddopts = -q\n', true],
    ['[coverage:run]\nomit = a\n', true],
    ['[pylint.MESSAGES CONTROL]\ndisable = all\n', true],
    ['[flake8]\nignore = E\n', true],
    ['[options]\ninstall_requires =\n  attrs\n', false],
    ['# a remark\n\n', false],
  ])('a section that is new in setup.cfg: %j', (section, counts) => {
    const before = '[metadata]\nname = a\n\n[mypy]\nstrict = True\n';
    const expected = counts ? ['setup.cfg'] : [];
    expect(changed(edit('setup.cfg', before, `${section}${before}`))).toEqual(expected);
    expect(changed(edit('setup.cfg', before, before.replace('True', 'False')))).toHaveLength(1);
  });

  it('layout and remarks make no difference where they are known to make none', () => {
    expect(changed(edit('ruff.toml', 'a = 1 # x\nb=2', '# y\nb = 2\na = 1\n'))).toEqual([]);
    expect(changed(edit('biome.json', '{"a": 1,\n "b": 2}', '{ "b": 2, "a": 1 }\n'))).toEqual([]);
    expect(changed(edit('mypy.ini', '[mypy]\na = 1', '# x\n[mypy]\n\na = 1\n'))).toEqual([]);
    expect(changed(edit('eslint.config.js', 'x', '// x'))).toEqual(['eslint.config.js']);
  });

  it('what could not be read may be repaired with all of its words', () => {
    const broken = pyproject.replace('"E", "F"]', '"E", "F"');
    expect(changed(edit('pyproject.toml', broken, pyproject))).toEqual([]);
    const less = pyproject.replace(', "F"', '');
    expect(changed(edit('pyproject.toml', broken, less))).toEqual(['pyproject.toml']);
    expect(changed(edit('pyproject.toml', pyproject, broken))).toEqual(['pyproject.toml']);
  });

  it('code that tests share is none, nor is what configures a tool that does not judge here', () => {
    expect(changed(add('tests/conftest.py', 'x'), edit('Makefile', 'a', 'b'))).toEqual([]);
    const other = rulesOf({ engines: builtIn, configuration: { running: new Set(['ruff']) } });
    expect(judgeConfiguration([edit('vite.config.ts', 'a', 'b')], other)).toEqual([]);
    expect(judgeConfiguration([edit('vitest.config.ts', 'a', 'b')], other)).toHaveLength(1);
  });

  it('what settings or a configuration name is one, whatever it is called', () => {
    const named = rulesOf({ configuration: { named: new Set(['quality/base']) } });
    expect(told(judgeConfiguration([edit('quality/base', 'a', 'b')], named))).toEqual([
      'CONFIG_CHANGED quality/base',
    ]);
  });

  it('an engine that repairs by itself may touch it', () => {
    const permitted = rulesOf({ request: { permits: ['configuration'] } });
    expect(judgeConfiguration([edit('eslint.config.js', 'a', 'b')], permitted)).toEqual([]);
  });
});

const conflict = (ours: string, theirs: string) =>
  `[tool.ruff.lint]\nignore = ["E1"]\n<<<<<<< ours\n${ours}\n||||||| base\nselect = ["E"]\n=======\n${theirs}\n>>>>>>> theirs\n`;
const resolved = (line: string) => `[tool.ruff.lint]\nignore = ["E1"]\n${line}\n`;

describe('a conflict in it', () => {
  const lists = conflict('select = ["E", "F"]', 'select = ["E", "B"]');
  const numbers = conflict('line-length = 90', 'line-length = 100');

  it.each([
    [lists, 'select = ["E", "F"]', true],
    [lists, 'select = ["E", "B"]', true],
    [lists, 'select = ["E", "F", "B"]', true],
    [lists, 'select = ["E"]', false],
    [lists, 'select = ["F", "B"]', false],
    [lists, 'select = ["E", "F", "B", "I"]', false],
    [lists, '', false],
    [lists, 'select = ["E", "F"]\nexclude = ["a"]', false],
    [numbers, 'line-length = 100', true],
    [numbers, 'line-length = 320', false],
    [numbers, '', false],
  ])('in %j may become %j: %s', (before, line, may) => {
    const expected = may ? [] : ['ruff.toml'];
    expect(changed(edit('ruff.toml', before, resolved(line)))).toEqual(expected);
    expect(changed(edit('pyproject.toml', before, resolved(line)))).toHaveLength(expected.length);
  });

  it('in a form that only its tool knows may become one side, or both', () => {
    const before = 'a();\n<<<<<<< o\nrule("x");\n=======\nrule("y");\n>>>>>>> t\n';
    for (const after of ['a();\nrule("x");\n', 'a();\nrule("x");\nrule("y");\n']) {
      expect(changed(edit('eslint.config.js', before, after))).toEqual([]);
    }
    for (const after of ['a();\n', 'rule("x");\n', 'a();\nrule("z");\n']) {
      expect(changed(edit('eslint.config.js', before, after))).toEqual(['eslint.config.js']);
    }
  });

  it('elsewhere in a file for many tools is resolved as any other', () => {
    const before =
      '[project]\n<<<<<<< o\nname = "a"\n=======\nname = "b"\n>>>>>>> t\n[tool.mypy]\nstrict = true\n';
    const after = '[project]\nname = "c"\n[tool.mypy]\nstrict = true\n';
    expect(changed(edit('pyproject.toml', before, after))).toEqual([]);
  });
});
