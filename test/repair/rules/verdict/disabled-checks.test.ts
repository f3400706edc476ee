import { describe, expect, it } from 'vitest';
import { judgeDisabledChecks } from '#repair/rules/verdict/disabled-checks.ts';
import { add, edit, rulesOf } from './diffs.ts';

function switchedOff(path: string, before: string, after: string): readonly string[] {
  return judgeDisabledChecks([edit(path, before, after)], rulesOf()).map(({ sentence }) =>
    sentence.replace(/.* leaves out (.*); leave it on\./, '$1'),
  );
}

describe('a check', () => {
  it.each([
    ['ruff.toml', 'ignore = ["E501"]', 'ignore = ["E501", "F401"]', ['F401']],
    ['ruff.toml', 'ignore = [\n  "E501",\n]', 'ignore = [\n  "E501",\n  "F401",\n]', ['F401']],
    ['ruff.toml', 'ignore = [\n"E501",\n]', 'ignore = [\n"E501",\n"F401",\n]', ['F401']],
    ['pyproject.toml', '', '[tool.ruff]\nlint.extend-ignore = ["ALL"]', ['ALL']],
    [
      'pyproject.toml',
      '[tool.ruff.lint.per-file-ignores]\n"a.py" = ["E501"]\n[tool.x]\nb = ["c"]',
      '[tool.ruff.lint.per-file-ignores]\n"a.py" = ["E501", "F401"]\n[tool.x]\nb = ["c", "d"]',
      ['F401'],
    ],
    ['.flake8', 'ignore =\n    E501', 'ignore =\n    E501\n    W503\nmax = 2', ['W503']],
    ['.pylintrc', 'disable=C0114', 'disable=C0114,E1101', ['E1101']],
    ['.coveragerc', 'omit =\n  a.py', 'omit =\n  a.py\n  src/*', ['src/*']],
    ['mypy.ini', '[mypy]', '[mypy]\nignore_errors = True', ['ignore_errors']],
    [
      'mypy.ini',
      'disallow_untyped_defs = True',
      'disallow_untyped_defs = False',
      ['disallow_untyped_defs'],
    ],
    ['tsconfig.json', '"strict": true', '"strict": false', ['strict']],
    ['tsconfig.json', '"exclude": ["dist"]', '"exclude": ["dist", "src"], "x": ["y"]', ['src']],
    ['.eslintrc.json', '"no-undef": "error"', '"no-undef": "off"', ['no-undef']],
    ['.eslintrc.json', '{"rules":{}}', '{"rules":{"no-undef":0}}', ['no-undef']],
    ['eslint.config.js', '', "ignores: ['src/**'], rules: { 'a/b': ['off'] }", ['a/b', 'src/**']],
    ['.eslintrc.json', '{"a":1}', '{"a":1,"ignorePatterns":["src"],"b":2}', ['src']],
    ['vitest.config.ts', 'test: {}', "test: { exclude: ['a.test.ts'] }", ['a.test.ts']],
    ['package.json', '{}', '{"x": {"passWithNoTests": true}}', ['passWithNoTests']],
    ['eslint.config.js', "a: 'off'", "a: 'off', b: { a: 'off' }", ['a']],
  ])('in %s, from %j to %j, may not be switched off', (path, before, after, expected) => {
    expect(switchedOff(path, before, after).toSorted()).toEqual(expected);
  });

  it.each([
    ['ruff.toml', 'ignore = ["E501", "F401"]', 'ignore = ["F401"]'],
    ['ruff.toml', 'ignore = ["E501"]', 'ignore = [\n  "E501",\n]\nselect = ["ALL"]'],
    ['ruff.toml', '', '# ignore = ["F401"]'],
    ['tsconfig.json', '"strict": false', '"strict": true'],
    ['vite.config.ts', '', 'server: { port: 0 }'],
    ['src/a.ts', '', 'ignore = ["F401"]'],
    ['package.json', '"files": ["a"]', '"files": ["a", "b"]'],
  ])('in %s, from %j to %j, stays on', (path, before, after) => {
    expect(switchedOff(path, before, after)).toEqual([]);
  });

  it('may not be switched off by a new file either', () => {
    const found = judgeDisabledChecks([add('sub/.ruff.toml', 'ignore = ["ALL"]')], rulesOf());
    expect(found).toMatchObject([{ code: 'CHECK_DISABLED', path: 'sub/.ruff.toml' }]);
  });
});
