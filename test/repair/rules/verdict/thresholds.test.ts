import { describe, expect, it } from 'vitest';
import type { DiffEntry } from '#repair/rules/verdict/diff.ts';
import { judgeThresholds } from '#repair/rules/verdict/thresholds.ts';
import { edit, remove, rename, rulesOf } from './diffs.ts';

const judge = (entry: DiffEntry) => judgeThresholds([entry], rulesOf());

describe('a threshold', () => {
  it.each([
    ['pyproject.toml', 'fail_under = 90', 'fail_under = 80'],
    ['pyproject.toml', 'fail_under = 90', 'fail_under = 89.9'],
    ['pyproject.toml', 'fail_under = 90', ''],
    ['pyproject.toml', 'fail_under = 90', '# fail_under = 90'],
    ['pyproject.toml', 'fail_under = 90', 'fail_under = 10 # fail_under = 90'],
    ['PyProject.toml', 'fail_under = 90', 'fail_under = 10'],
    ['setup.cfg', 'addopts = --cov-fail-under=80 -q', 'addopts = --cov-fail-under=8 -q'],
    ['package.json', '"lint": "eslint --max-warnings 0"', '"lint": "eslint --max-warnings 9"'],
    ['package.json', '"lint": "eslint --max-warnings=0"', '"lint": "eslint"'],
    [
      'vitest.config.ts',
      'thresholds: { lines: 90, branches: 80 }',
      'thresholds: { lines: 90, branches: 8 }',
    ],
    [
      'vitest.config.ts',
      'thresholds: { lines: 90, branches: 80 }',
      'thresholds: { lines: 80, branches: 90 }',
    ],
    ['vitest.config.ts', 'lines: 90,', '/* lines: 90, */'],
    ['vitest.config.ts', 'lines: -5,', 'lines: -50,'],
    ['sub/.pylintrc', 'max-line-length=100', 'max-line-length=200'],
    ['ruff.toml', 'line-length = 88', 'line-length = 300'],
    ['.flake8', 'max-complexity = 10', 'max-complexity = 99'],
    ['package.json', '"lines": 90,\n"lines": 50', '"lines": 50,\n"lines": 90'],
  ])('of %s, %j, may not become %j', (path, before, after) => {
    const found = judge(edit(path, before, after));
    expect(found.map(({ code }) => code)).toEqual(found.map(() => 'THRESHOLD_LOOSENED'));
    expect(found).not.toEqual([]);
  });

  it.each([
    ['pyproject.toml', 'fail_under = 80', 'fail_under = 90'],
    ['pyproject.toml', 'fail_under = 80', 'x = 1\nfail-under = 80'],
    ['package.json', '"eslint --max-warnings 9"', '"eslint --max-warnings 0"'],
    ['vitest.config.ts', 'lines: 90, branches: 80', 'branches: 80, lines: 95'],
    ['pyproject.toml', 'version = 2\ntimeout = 9', 'version = 1\ntimeout = 1'],
    ['src/a.py', 'lines = 90', 'lines = 80'],
    ['pyproject.toml', '', 'fail_under = 5'],
  ])('of %s, %j, may become %j', (path, before, after) => {
    expect(judge(edit(path, before, after))).toEqual([]);
  });

  it('may not go with its file', () => {
    const text = 'fail_under = 90';
    expect(judge(remove('.coveragerc', text))).toHaveLength(1);
    expect(judge(rename('.coveragerc', 'docs/coveragerc.txt', text))).toHaveLength(1);
    expect(judge(rename('sub/.coveragerc', '.coveragerc', text))).toEqual([]);
  });
});
