import { describe, expect, it } from 'vitest';
import { judgeLeftovers } from '#repair/rules/verdict/leftovers.ts';
import { add, edit, link, remove, rename, rulesOf, told } from './diffs.ts';

const conflict = `${'<'.repeat(7)} ours\na\n${'='.repeat(7)}\nb\n${'>'.repeat(7)} theirs\n`;

describe('what is left behind', () => {
  it.each([
    [edit('a.md', 'a\n', conflict), ['CONFLICT_MARKER a.md']],
    [edit('a.md', 'a\n', conflict.replaceAll('\n', '\r\n')), ['CONFLICT_MARKER a.md']],
    [edit('a.md', 'a\n', `${'|'.repeat(7)}\n`), ['CONFLICT_MARKER a.md']],
    [edit('a.md', conflict, 'a\n'), []],
    [edit('a.md', conflict, `${conflict}more\n`), []],
    [edit('a.rst', 'a\n', `Heading\n${'='.repeat(7)}\n`), []],
    [edit('a.md', 'a\n', `${'<'.repeat(8)} x\n`), []],
    [{ ...add('a.png', ''), newText: undefined }, ['UNREADABLE_FILE a.png']],
    [{ ...edit('test_a.py', 'x', ''), newText: undefined }, ['UNREADABLE_FILE test_a.py']],
    [add('a.ts', 'x\0y'), ['UNREADABLE_FILE a.ts']],
    [add('a.ts', `//${'x'.repeat(5000)}`), ['UNREADABLE_FILE a.ts']],
    [add('a.ts', 'x'.repeat(5000)), []],
    [remove('a.png'), []],
    [link('a', 'b'), []],
    [
      add('x/__pycache__/a.cpython-312.pyc', 'x'),
      ['GENERATED_FILE x/__pycache__/a.cpython-312.pyc'],
    ],
    [add('node_modules/a/index.js', 'x'), ['GENERATED_FILE node_modules/a/index.js']],
    [add('.coverage', 'x'), ['GENERATED_FILE .coverage']],
    [add('a.py.orig', 'x'), ['GENERATED_FILE a.py.orig']],
    [rename('a', 'a.min.js'), ['GENERATED_FILE a.min.js']],
    [edit('lib.min.js', 'x', 'y'), []],
    [add('.coveragerc', 'x'), []],
    [add('lib/coverage/engine.ts', 'x'), []],
  ])('%#', (entry, expected) => {
    expect(told(judgeLeftovers([entry], rulesOf()))).toEqual(expected);
  });

  it('may be binary where the task asks for it, but no line may be too long', () => {
    const rules = rulesOf({ request: { permits: ['binary_files'] } });
    const diff = [{ ...add('a.png', ''), newText: undefined }, add('a.ts', 'x'.repeat(6000))];
    expect(told(judgeLeftovers(diff, rules))).toEqual(['UNREADABLE_FILE a.ts']);
  });
});
