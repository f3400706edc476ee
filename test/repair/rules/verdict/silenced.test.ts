import { describe, expect, it } from 'vitest';
import { judgeSilenced } from '#repair/rules/verdict/silenced.ts';
import { pytest } from '#engines/pytest/engine.ts';
import { engines as builtIn } from '#engines/registry.ts';
import { add, edit, rename, rulesOf, told } from './diffs.ts';

const block = (names: string) => `/* eslint-disable\n  ${names}\n*/\nx();\n`;

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

  it('is nothing in our own settings, which name what silences a tool', () => {
    const shellcheck = {
      ...pytest,
      scope: 'per-file' as const,
      judges: /./,
      suppressions: ['shellcheck disable='],
    };
    const scripts = { ...rulesOf(), engines: [shellcheck] };
    const text = "suppressions: ['shellcheck disable=']\n";
    expect(judgeSilenced([add('ratchetr.yaml', text)], scripts)).toEqual([]);
    expect(told(judgeSilenced([add('a.sh', '# shellcheck disable=SC1\n')], scripts))).toEqual([
      'SUPPRESSION_ADDED a.sh',
    ]);
  });

  it.each([
    ['ruff', 'a.py', ['# flake8: noqa', '# ruff: noqa: F401', 'import os  # NoQA:F401', '#noqa']],
    [
      'ruff',
      'a.py',
      ['# ruff: disable[F401]', '# ruff: ignore[F401]', '# ruff: file-ignore[F401]'],
    ],
    ['ruff', 'a.py', ['#\u00a0noqa', '#\u0085noqa', '#\f\u2003NoQA', '#\u2028noqa']],
    ['ruff', 'a.py', ['#\u00a0ruff\u00a0:\u00a0noqa', '#\u00a0ruff:\u00a0file-ignore[F401]']],
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
    ['eslint', 'a.js', ['/* eslint\n  a: 0 */', '/*\n eslint\n a: "off"\n*/', '/* global\n x */']],
    ['eslint', 'a.jsx', ['/*\u2028eslint\u00a0a:0 */', '{/*\neslint-disable\n*/}']],
    ['oxlint', 'a.ts', ['// oxlint-disable-next-line a', '/* eslint-disable a */']],
    ['biome', 'a.ts', ['// biome-ignore lint: x', '/* biome-ignore-all lint: x */']],
    ['biome', 'a.ts', ['// biome-ignore-start lint/a: x']],
    ['tsc', 'a.ts', ['// @ts-nocheck', '// @ts-ignore', '/* @ts-expect-error */']],
    ['tsc', 'a.js', ['// @ts-nocheck', '// @ts-ignore', '/* @ts-expect-error */']],
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

  it.each([
    ['x = 1  # noqa: F401\n', 'import os\n', 'x = 1\n', 'import os  # noqa: F401\n'],
    ['y = 1  # noqa\n', 'a = 1\n\nb: int = f()\n', 'y = 1\n', 'a = 1\n\nb: int = f()  # noqa\n'],
    ['# ruff: noqa\nx = 1\n', 'import os\n', 'x = 1\n', '# ruff: noqa\nimport os\n'],
  ])('and %j given up for one beside %j is more', (one, other, freed, hushed) => {
    const apart = [edit('a.py', one, freed), edit('b.py', other, hushed)];
    expect(told(judgeSilenced(apart, rulesOf()))).toEqual(['SUPPRESSION_ADDED b.py']);
    const between = 'def f():\n    return 1\n';
    const within = edit('a.py', one + between + other, freed + between + hushed);
    expect(told(judgeSilenced([within], rulesOf()))).toEqual(['SUPPRESSION_ADDED a.py']);
  });

  it('and one for the next line is more below another', () => {
    const engines = builtIn.filter(({ id }) => id === 'eslint');
    const remark = '// eslint-disable-next-line a\n';
    const lines = ['const one = f();\n', 'export const two = g();\n', 'return three;\n'];
    const moved = edit('a.js', remark + lines.join(''), lines.join(remark));
    const [first, second, third] = lines;
    const judged = (after: string) =>
      told(judgeSilenced([edit('a.js', remark + lines.join(''), after)], rulesOf({ engines })));
    expect(judged(`${first}${remark}${second}${third}`)).toEqual(['SUPPRESSION_ADDED a.js']);
    expect(judged(`${remark}const one = await h();\n${second}${third}`)).toEqual([]);
    expect(judged(`${second}${remark}${first}${third}`)).toEqual([]);
    expect(told(judgeSilenced([moved], rulesOf({ engines })))).toEqual(['SUPPRESSION_ADDED a.js']);
  });

  it('and names further down in a remark are more', () => {
    const engines = builtIn.filter(({ id }) => id === 'eslint');
    const judged = (before: string, after: string) =>
      told(judgeSilenced([edit('a.js', block(before), block(after))], rulesOf({ engines })));
    expect(judged('no-a', 'no-a,\n  no-b')).toEqual(['SUPPRESSION_ADDED a.js']);
    expect(judged('no-a,\n  no-b', 'no-b')).toEqual([]);
  });

  it.each([
    ['from shop.a import x  # noqa: F401', 'from shop.b import x  # noqa: F401'],
    ['    return load(path)  # noqa: F401', 'return load(path, mode)  # noqa: F401'],
  ])('but not as %j becomes %j elsewhere', (before, after) => {
    const diff = [edit('a.py', `x\n${before}\n`, 'x\n'), edit('b.py', 'y\n', `y\n${after}\n`)];
    expect(told(judgeSilenced(diff, rulesOf()))).toEqual([]);
  });

  it('and takes no longer where there are many', () => {
    const lines = Array.from(
      { length: 3000 },
      (_, at) => `from m${at} import a${at}  # noqa: F401`,
    );
    const others = lines.map((line) => line.replaceAll(/([ma])(\d)/g, '$19$2'));
    const diff = [edit('a.py', lines.join('\n'), ''), edit('b.py', '', others.join('\n'))];
    expect(judgeSilenced(diff, rulesOf())).toEqual([]);
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
