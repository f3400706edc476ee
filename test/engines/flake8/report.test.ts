import { describe, expect, it } from 'vitest';
import { flake8 } from '#engines/flake8/engine.ts';
import { checkoutOf, outputOf, planOf, recorded } from '../recorded.ts';

describe('what flake8 prints', () => {
  it('are findings, and files that are no Python', () => {
    const { findings } = flake8.parse(outputOf({ stdout: recorded('flake8/findings.txt') }));
    expect(findings.map(({ kind, rule, path, line }) => [kind, rule, path, line])).toEqual([
      ['syntax_error', 'E999', './c.py', 1],
      ['lint', 'F401', './d.py', 1],
      ['lint', 'F401', './d.py', 2],
      ['lint', 'E225', './d.py', 3],
    ]);
  });

  it('is no finding where it could not read a file', () => {
    const stdout = "nope:0:1: E902 FileNotFoundError: [Errno 2] No such file: 'nope'\n";
    expect(flake8.parse(outputOf({ stdout })).findings).toEqual([]);
  });
});

describe('flake8 judges', () => {
  const files = { 'a.py': undefined, 'src/b/c.py': undefined, 'README.md': undefined };
  const wordsOf = (more: Readonly<Record<string, unknown>>, plan = {}) => {
    const native = flake8.native?.(checkoutOf({ ...files, ...more }), { root: '.', config: null });
    const given = planOf({
      scope: ['.'],
      scopeSource: 'default',
      ...plan,
      ...(native && { native }),
    });
    return flake8.check.spec({ plan: given, scratch: '/scratch' }).args.slice(3);
  };

  it('what the command of the project names, with its options', () => {
    const commands = {
      'tox.ini': { 'testenv:lint': { commands: 'flake8 --max-line-length 99 -v src' } },
    };
    expect(wordsOf(commands)).toEqual(['--max-line-length', '99', 'src']);
    expect(wordsOf(commands, { scope: ['a.py'], scopeSource: 'config' })).toEqual(['--', 'a.py']);
  });

  it('else all of the project, without what git ignores', () => {
    expect(wordsOf({})).toEqual(['--', 'a.py', 'src']);
  });
});
