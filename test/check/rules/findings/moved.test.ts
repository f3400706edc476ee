import { describe, expect, it } from 'vitest';
import { findLineOrigins } from '#check/rules/findings/line-origins.ts';
import { matchFindings } from '#check/rules/findings/match.ts';
import { createOldLines } from '#check/rules/findings/old-lines.ts';
import type { Identifiable } from '#check/rules/findings/identity.ts';
import { found, hash, identified, lint, sourceOf, tolerating, type Files } from './project.ts';

interface Move {
  readonly was: Files;
  readonly is: Files;
  readonly renames?: Readonly<Record<string, string>>;
  /** What the baseline was made of, where that was before the base. */
  readonly madeOf?: Files;
  /** Finds what is bad; absent: the lines that say so. */
  readonly judgedBy?: (files: Files) => readonly Identifiable[];
}

/** What becomes of each bad line, by its place. */
function judge({ was, is, madeOf = was, renames = {}, judgedBy = lint }: Move) {
  const named = new Map(Object.entries(renames));
  const versions = {
    olds: new Map(Object.entries(was)),
    nows: new Map(Object.entries(is)),
    renames: named,
  };
  const { marks } = matchFindings({
    current: identified(is, judgedBy(is)),
    baseline: tolerating(madeOf, judgedBy(madeOf)),
    renames: named,
    sourceOf: sourceOf(is),
    oldLine: createOldLines({ hash }, sourceOf(was)),
    origins: findLineOrigins({ hash }, versions),
  });
  return marks.map((mark) => {
    const { filePath, line } = mark.found.finding;
    return `${filePath}:${line} ${mark.verdict === 'new' ? 'new' : mark.by}`;
  });
}

const parse = [
  'def parse(text):',
  '    bad_names = text.split()',
  '    try:',
  '        return bad(text)',
  '    except:  # bad',
  '        pass',
];
const render = [
  'def render(tree, bad=None):',
  '    lines = [str(node) for node in tree]',
  '    try:',
  '        return bad_join(lines)',
  '    except:  # bad',
  '        pass',
];
const was: Files = { 'a.py': ['import os', '', ...parse, '', ...render], 'b.py': ['import re'] };

/** Says it of the first line beyond three. */
const tooLong = (lines: Files): readonly Identifiable[] => [
  found('a.py', 4, { message: `${lines['a.py']?.length} lines` }),
];

const files = (...lines: readonly string[]): Files => ({ 'a.py': lines });

describe('matchFindings, where the lines of both versions are known', () => {
  it.each<[string, Move, readonly string[]]>([
    [
      'all findings of a function that went to another file',
      { was, is: { 'a.py': ['import os', '', ...parse], 'b.py': ['import re', '', ...render] } },
      [
        'a.py:4 context',
        'a.py:6 context',
        'a.py:7 context',
        'b.py:3 moved',
        'b.py:6 moved',
        'b.py:7 moved',
      ],
    ],
    [
      'those of one that went to a new file, indented and with its first line edited',
      {
        was,
        is: {
          'a.py': ['import os', '', ...parse],
          'c.py': [
            'class Tree:',
            '    def render(self, tree, bad=None):',
            ...render.slice(1).map((line) => `    ${line}`),
          ],
        },
      },
      [
        'a.py:4 context',
        'a.py:6 context',
        'a.py:7 context',
        'c.py:2 edited',
        'c.py:5 moved',
        'c.py:6 moved',
      ],
    ],
    [
      'none of a copy',
      { was, is: { ...was, 'b.py': ['import re', '', ...render] } },
      [
        'a.py:4 context',
        'a.py:6 context',
        'a.py:7 context',
        'a.py:10 context',
        'a.py:13 context',
        'a.py:14 context',
        'b.py:3 new',
        'b.py:6 new',
        'b.py:7 new',
      ],
    ],
    [
      'none of a function that was written while one like it was deleted',
      {
        was,
        is: {
          'a.py': [
            'def load(path):',
            '    try:',
            '        return read_all(path)',
            '    except:  # bad',
            '        pass',
            '',
            'import os',
            '',
            ...parse,
          ],
        },
      },
      ['a.py:4 new', 'a.py:10 context', 'a.py:12 context', 'a.py:13 context'],
    ],
    [
      'a line whose comment alone is new',
      { was: { 'a.py': ['bad()', 'end'] }, is: { 'a.py': ['bad()  #6789', 'end'] } },
      ['a.py:1 edited'],
    ],
    [
      'an edited line that stood twice in the same neighbourhood',
      {
        was: { 'a.py': ['one', 'bad(1)', 'two', 'mid', 'one', 'bad(1)', 'two'] },
        is: { 'a.py': ['one', 'bad(2)', 'two', 'mid', 'one', 'bad(1)', 'two'] },
      },
      ['a.py:2 edited', 'a.py:6 context'],
    ],
    [
      'what was written with other neighbours than the base has',
      {
        madeOf: { 'a.py': ['zero', 'bad = 1', 'two'] },
        was: { 'a.py': ['one', 'bad = 1', 'two', 'end'], 'b.py': ['x'] },
        is: { 'a.py': ['end'], 'b.py': ['x', '', 'one', 'bad = 1', 'two'] },
      },
      ['b.py:4 moved'],
    ],
    [
      'what was accepted of the new version, though its twin is gone',
      {
        madeOf: { 'a.py': ['bad = 1', '', 'x', 'bad = 1', 'y'] },
        was: { 'a.py': ['bad = 1', '', 'end'] },
        is: { 'a.py': ['end', '', 'x', 'bad = 1', 'y'] },
      },
      ['a.py:4 context'],
    ],
  ])('recognizes %s', (_, move, expected) => {
    expect(judge(move)).toEqual(expected);
  });

  it('knows what is told of the first line again when another line is the first', () => {
    expect(judge({ was: files('bad', 'end'), is: files('xba', 'bad', 'end') })).toEqual([
      'a.py:2 context',
    ]);
    const told = judge({ was: files('bad one', 'end'), is: files('a bad!!', 'end') });
    expect(told).toEqual(['a.py:1 edited']);
  });

  it('knows that a file is too long, though another of its lines is the first beyond the limit', () => {
    const long = files('one', 'two', 'three', 'four', 'five', 'six', 'seven');
    expect(
      judge({ was: long, is: files('zero', ...(long['a.py'] ?? [])), judgedBy: tooLong }),
    ).toEqual(['a.py:4 edited']);
    expect(
      judge({ was: long, is: files('one', 'two', 'three', 'new', 'five'), judgedBy: tooLong }),
    ).toEqual(['a.py:4 new']);
  });
});
