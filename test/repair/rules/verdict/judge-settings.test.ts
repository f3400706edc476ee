import { describe, expect, it } from 'vitest';
import { mypy } from '#engines/mypy/engine.ts';
import { ruff } from '#engines/ruff/engine.ts';
import { readRuffSettings } from '#engines/ruff/settings.ts';
import { judgeSettings, mayChangeSettings } from '#repair/rules/verdict/judge-settings.ts';
import { mayHideFindings } from '#repair/rules/verdict/may-hide.ts';
import { add, edit, rename } from './diffs.ts';

const told = (rules: string) =>
  readRuffSettings(
    `Settings path: "x"\n\n# General\nfix = ${rules.length}\n\nlinter.rules.enabled = [\n${rules}]\nlinter.line_length = 88\n`,
  ) ?? new Map<string, string>();

describe('settings in force', () => {
  const place = { tool: 'Ruff', path: 'shop.py' };

  it('are refused where one differs, with both values', () => {
    const sides = { before: told('\tF401,\n\tE501,\n'), after: told('\tE501,\n') };
    expect(judgeSettings(place, sides)).toEqual([
      {
        code: 'CONFIG_CHANGED',
        path: 'shop.py',
        sentence:
          'shop.py is judged by other settings of Ruff than before: linter.rules.enabled was F401, E501, ] and is E501, ]; only a person may change that.',
      },
    ]);
  });

  it('are the same where what is written besides differs', () => {
    const [before, after] = [told('\tF401,\n'), told('\tF401,\n')];
    expect(judgeSettings(place, { before, after })).toEqual([]);
    expect([...before.keys()]).toEqual(['linter.rules.enabled', 'linter.line_length']);
  });

  it('are asked for where a change is of more than code', () => {
    expect(mayChangeSettings([edit('a.py', '', ''), add('b.ts', '')])).toBe(false);
    expect(mayChangeSettings([edit('a.py', '', ''), edit('.gitignore', '', '')])).toBe(true);
    expect(mayChangeSettings([rename('a.py', 'b/a.py')])).toBe(true);
  });
});

describe('a change that could hide findings', () => {
  it.each([
    ['a remark', edit('a.py', 'x = 1\n', 'x = 1  # why\n'), true],
    ['a remark that is gone', edit('a.py', '# end\nx = 1\n', 'x = 1\n'), true],
    ['a place', rename('a.py', 'b.py'), true],
    ['what stands below a remark', edit('a.py', '# noqa\nx = 1\n', '# noqa\nx = 2\n'), true],
    ['nothing', edit('a.py', 'x = 1\n', 'x = 2\n'), false],
    ['another kind of file', edit('a.css', 'x\n', '/* x */\n'), false],
  ])('has %s', (_, entry, may) => {
    expect(mayHideFindings([entry], ruff)).toBe(may);
  });

  it.each([
    ['a new statement', 'x = 1\n', 'fail()\nx = 1\n', true],
    ['a call in place of a statement', 'x = 1\ny = 2\n', 'fail()\ny = 2\n', true],
    ['a statement that is somewhere else', 'x = 1\nreturn 2\n', 'return 2\nx = 1\n', true],
    ['fewer types', 'def a(b: int):\n', 'def a(b):\n', true],
    ['fewer types below', 'def a(\n  b: int,\n):\n', 'def a(\n  b,\n):\n', true],
    ['another value', 'def a():\n  return "x"\n', 'def a():\n  return 0\n', false],
  ])('has %s, for what judges only what is reached', (_, before, after, may) => {
    const diff = [edit('a.py', before, after)];
    expect([ruff, mypy].map((engine) => mayHideFindings(diff, engine))).toEqual([false, may]);
  });
});
