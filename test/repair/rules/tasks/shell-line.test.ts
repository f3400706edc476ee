import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignments, shellLine } from '#repair/rules/tasks/shell-line.ts';

const print = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';

function wordsOf(line: string): unknown {
  return JSON.parse(execFileSync('bash', ['-c', line], { encoding: 'utf8' }));
}

describe('a line for a shell', () => {
  it('is plain where its words are', () => {
    expect(shellLine(['.venv/bin/python', '-m', 'pytest', '--rootdir=.', 'a_b.py::test'])).toBe(
      '.venv/bin/python -m pytest --rootdir=. a_b.py::test',
    );
  });

  it.each([
    ["it's"],
    ['a b'],
    ['$HOME `id` $(id)'],
    ['a\nb\tc'],
    ['"\\'],
    [''],
    ['*?[x]{a,b}'],
    ['~/x;y&z|!'],
  ])('has %j as one word', (word) => {
    expect(wordsOf(shellLine([process.execPath, '-e', print, '--', word]))).toEqual([word]);
    expect(shellLine([word])).not.toContain('\n');
  });

  it('has any words as they are', () => {
    const text = fc
      .string({ unit: 'binary' })
      .filter((word) => !word.includes('\0') && word.isWellFormed());
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (words) => {
        expect(wordsOf(shellLine([process.execPath, '-e', print, '--', ...words]))).toEqual(words);
      }),
      { numRuns: 25 },
    );
  });

  it('sets variables for what follows', () => {
    expect(assignments({ A: 'b c', PYTHONPATH: '/x/src:/y' })).toEqual([
      "A='b c'",
      'PYTHONPATH=/x/src:/y',
    ]);
  });
});
