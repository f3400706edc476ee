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

  it('has a turn in the flow, for what judges only what is reached', () => {
    const entry = edit('a.py', 'x = 1\n', 'assert False\nx = 1\n');
    expect([ruff, mypy].map((engine) => mayHideFindings([entry], engine))).toEqual([false, true]);
  });
});
