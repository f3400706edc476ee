import { describe, expect, it } from 'vitest';
import { judgeSilenced } from '#domain/enforce/silenced.ts';
import { engines as builtIn } from '#engines/registry.ts';
import { add, edit, rename, rulesOf, told } from './diffs.ts';

describe('what is silenced', () => {
  it.each([
    ['@pytest.mark.skip\ndef test_a():\n', 'test_a.py', 'TEST_SKIPPED'],
    ['@pytest.mark.xfail(reason="x")\ndef test_a():\n', 'test_a.py', 'TEST_SKIPPED'],
    ["it.skip('a', f);", 'a.test.ts', 'TEST_SKIPPED'],
    ["it.only('a', f);", 'a.test.ts', 'TEST_SKIPPED'],
    ["test.todo('a');", 'a.test.ts', 'TEST_SKIPPED'],
    ["describe.concurrent.skip('a', f);", 'a.test.ts', 'TEST_SKIPPED'],
    ['import os  # noqa: F401', 'a.py', 'SUPPRESSION_ADDED'],
  ])('%j in %s', (text, path, code) => {
    const expected = [`${code} ${path}`];
    expect(told(judgeSilenced([edit(path, 'x\n', `x\n${text}`)], rulesOf()))).toEqual(expected);
    expect(told(judgeSilenced([add(path, text)], rulesOf()))).toEqual(expected);
    expect(judgeSilenced([edit(path, text, 'x')], rulesOf())).toEqual([]);
  });

  it.each([
    ['ruff', 'a.py', ['# flake8: noqa', '# ruff: noqa: F401', 'import os  # NoQA:F401', '#noqa']],
    [
      'ruff',
      'a.py',
      ['# ruff: disable[F401]', '# ruff: ignore[F401]', '# ruff: file-ignore[F401]'],
    ],
    ['ruff', 'a.py', ['# isort: skip_file', '# ruff: isort: off', 'import os  # isort:skip']],
    ['ruff-format', 'a.py', ['# fmt: off', 'x = 1  # fmt: skip', '# yapf: disable']],
    ['mypy', 'a.py', ['# type: ignore', 'x  # type:ignore[attr]', '# mypy: ignore-errors']],
    ['mypy', 'a.py', ['@no_type_check', 'from typing import no_type_check as n']],
    ['mypy', 'a.py', ['if not TYPE_CHECKING:', 'assert not t.TYPE_CHECKING', 'if not MYPY:']],
    ['pyright', 'a.py', ['# pyright: basic', '# pyright: ignore[x]', '# pyright: reportX=false']],
    ['pyright', 'a.py', ['# type: ignore', '@typing.no_type_check', 'if not TYPE_CHECKING:']],
    ['pylint', 'a.py', ['# pylint: skip-file', '# pylint: disable-next=a', '# pylint:disable=a']],
    ['pylint', 'a.py', ['# see pylint: disable=a', '# pylint: enable=a, disable=b']],
    ['coverage', 'a.py', ['# pragma: no cover', '# pragma no branch', '# PRAGMA: NO COVER']],
    [
      'eslint',
      'a.js',
      ['/* eslint-disable */', 'x(); // eslint-disable-line', '/* eslint a: 0 */'],
    ],
    ['eslint', 'a.ts', ['/* eslint "a/b": "off" */', ' * eslint no-x: off', '/* global x */']],
    ['eslint', 'a.vue', ['<!-- eslint-disable -->', '/* exported x */', '/* eslint-env node */']],
    ['oxlint', 'a.ts', ['// oxlint-disable-next-line a', '/* eslint-disable a */']],
    ['biome', 'a.ts', ['// biome-ignore lint: x', '/* biome-ignore-all lint: x */']],
    ['biome', 'a.ts', ['// biome-ignore-start lint/a: x']],
    ['tsc', 'a.ts', ['// @ts-nocheck', '// @ts-ignore', '/* @ts-expect-error */']],
    ['tombi', 'a.toml', ['# tombi: lint.disabled = true', '#:tombi lint = 1', '#:schema ./a']],
    ['coverage', 'a.ts', ['/* istanbul ignore next */', '/* c8 ignore start */']],
    ['coverage', 'a.ts', ['// v8 ignore next', '/* node:coverage disable */']],
  ])('of %s in %s by each of %j', (id, path, lines) => {
    const engines = builtIn.filter((engine) => engine.id === id);
    for (const line of lines) {
      const judged = judgeSilenced([edit(path, 'x\n', `x\n${line}\n`)], rulesOf({ engines }));
      expect([line, ...told(judged)]).toContain(`SUPPRESSION_ADDED ${path}`);
    }
  });

  it.each([
    ['x  # noqa: E501', 'x  # noqa: E501, F401', true],
    ['x  # noqa: E501', 'x  # noqa', true],
    ['x  # noqa: E501', '# ruff: noqa: E501', true],
    ['x  # noqa', '# ruff: noqa', true],
    ['x  # noqa: E501', 'y  # noqa: E501', false],
    ['x  # noqa', 'x  # noqa: E501', false],
    ['x  # noqa: E501, F401', 'x  # noqa: F401', false],
  ])('and %j is more as %j: %s', (before, after, isMore) => {
    const judged = judgeSilenced([edit('a.py', before, after)], rulesOf());
    expect(told(judged)).toEqual(isMore ? ['SUPPRESSION_ADDED a.py'] : []);
  });

  it('and a remark for a line is more as one for a file', () => {
    const engines = builtIn.filter(({ id }) => id === 'eslint');
    const judged = judgeSilenced(
      [edit('a.js', '// eslint-disable-next-line a', '/* eslint-disable a */')],
      rulesOf({ engines }),
    );
    expect(told(judged)).toEqual(['SUPPRESSION_ADDED a.js']);
  });

  it('is not new where it moves to another line or file', () => {
    const noqa = 'import os  # noqa\n';
    const diff = [edit('a.py', noqa, ''), edit('b.py', '', noqa), edit('c.py', noqa, `x\n${noqa}`)];
    expect(judgeSilenced(diff, rulesOf())).toEqual([]);
    expect(judgeSilenced([rename('d.py', 'e.py', noqa)], rulesOf())).toEqual([]);
  });

  it('is told where there is more of it', () => {
    const noqa = 'import os  # noqa\n';
    const diff = [edit('a.py', noqa, ''), edit('b.py', '', `${noqa}import re # noqa\n`)];
    expect(told(judgeSilenced(diff, rulesOf()))).toEqual(['SUPPRESSION_ADDED b.py']);
  });

  it('may be, where the task asks for it, each for itself', () => {
    const diff = [
      add('a.py', '# noqa\n'),
      add('test_a.py', 'pytest.skip("x")\n@pytest.mark.skip\n'),
    ];
    const skips = judgeSilenced(diff, rulesOf({ request: { permits: ['suppressions'] } }));
    expect(new Set(skips.map(({ code }) => code))).toEqual(new Set(['TEST_SKIPPED']));
    const rest = judgeSilenced(diff, rulesOf({ request: { permits: ['skips'] } }));
    expect(told(rest)).toEqual(['SUPPRESSION_ADDED a.py']);
  });

  it('counts only in files that the engine judges', () => {
    expect(judgeSilenced([add('docs/a.md', '# noqa\n')], rulesOf())).toEqual([]);
  });
});
