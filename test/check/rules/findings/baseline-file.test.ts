import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBaseline, writeBaseline } from '#check/rules/findings/baseline-file.ts';
import { anEntry, baseline } from './baselines.ts';

const header = '#ratchetr-baseline 1 ruff\n#sig s1\n';
const line = (path: string, message = 'unused') =>
  `${path}\tF401\taaaaaaaaaaaa\tbbbbbbbbbbbb\tcccccccccccc\t${message}`;

const read = (text: string) => {
  const reading = readBaseline(text);
  if (reading.kind === 'refused') throw new Error(JSON.stringify(reading.problems));
  return reading.baseline;
};
const problemsOf = (text: string) => {
  const reading = readBaseline(text);
  return reading.kind === 'refused' ? reading.problems : [];
};

describe('writeBaseline', () => {
  it('writes sections of whole lines, sorted, with a blank line before each', () => {
    const entries = [
      anEntry({ path: 'b.py' }),
      anEntry({ rule: 'F841' }),
      anEntry({ L: 'ba2345672345' }),
      anEntry({}),
    ];
    expect(writeBaseline(baseline(entries))).toBe(
      [
        '#ratchetr-baseline 1 ruff',
        '#sig s1',
        '',
        '## a.py',
        line('a.py'),
        line('a.py').replace('aaaaaaaaaaaa', 'ba2345672345'),
        line('a.py').replace('F401', 'F841'),
        '',
        '## b.py',
        line('b.py'),
        '',
      ].join('\n'),
    );
  });

  it('leaves nothing at the end of a line that an editor would take off', () => {
    const lines = writeBaseline(baseline([anEntry({ path: '', message: '' })])).split('\n');
    expect(lines.map((text) => text.trimEnd())).toEqual(lines);
  });

  it('writes a baseline that tolerates nothing', () => {
    expect(writeBaseline({ engine: 'ruff', entries: [] })).toBe('#ratchetr-baseline 1 ruff\n');
  });
});

describe('readBaseline', () => {
  it('takes repeated sections and keeps duplicates as often as they are', () => {
    const text = `${header}\n## a.py\n${line('a.py')}\n\n## b.py\n${line('b.py')}\n\n## a.py\n${line('a.py')}\n`;
    expect(read(text).entries.map(({ path }) => path)).toEqual(['a.py', 'b.py', 'a.py']);
  });

  it.each([
    ['the ends of lines of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['no end of the last line', (text: string) => text.trimEnd()],
    ['no section lines', (text: string) => text.replaceAll(/^## .*\n/gm, '')],
    ['a header that a merge has repeated', (text: string) => `${header}${text}`],
  ])('takes %s', (_, spoil) => {
    const whole = baseline([anEntry({}), anEntry({ path: 'b.py', message: '' })]);
    expect(read(spoil(writeBaseline(whole)))).toEqual(whole);
  });

  it('takes the union of both sides of a conflict, without what only their start had', () => {
    const text = [
      header,
      line('same.py'),
      '<<<<<<< HEAD',
      line('both.py'),
      line('ours.py'),
      line('ours.py'),
      '||||||| 1234567',
      line('base.py'),
      '=======',
      line('both.py'),
      line('both.py'),
      line('theirs.py'),
      '>>>>>>> theirs',
      line('after.py'),
    ].join('\n');
    expect(read(text).entries.map(({ path }) => path)).toEqual([
      'same.py',
      'both.py',
      'ours.py',
      'ours.py',
      'both.py',
      'theirs.py',
      'after.py',
    ]);
  });

  it('takes a conflict whose end is missing', () => {
    const text = `${header}<<<<<<< HEAD\n${line('ours.py')}\n=======\n${line('theirs.py')}`;
    expect(read(text).entries.map(({ path }) => path)).toEqual(['ours.py', 'theirs.py']);
  });

  it('knows no signature when the sides of a conflict disagree', () => {
    const text = `#ratchetr-baseline 1 ruff\n<<<<<<< HEAD\n#sig s1\n=======\n#sig s2\n>>>>>>> x\n`;
    expect(read(text)).toEqual({ engine: 'ruff', entries: [] });
  });

  it.each([
    ['an empty file', '', 1, 'header is missing'],
    ['a file without a header', `\n${line('a.py')}\n`, 1, 'header is missing'],
    ['a later version', '\n#ratchetr-baseline 2 ruff\n', 2, 'says "2 ruff"'],
    ['a header without an engine', '#ratchetr-baseline 1\n', 1, 'says "1"'],
    ['another engine', `${header}#ratchetr-baseline 1 mypy\n`, 3, 'of the engine ruff'],
    ['an unknown header', `${header}#total 7\n`, 3, '"#total 7" is not known'],
    ['a line with too few fields', `${header}a.py\tF401\n`, 3, 'this line has 2 in all'],
    [
      'a line with too many fields',
      `${header}${line('a.py')}\tmore\n`,
      3,
      'this line has 7 in all',
    ],
    ['a broken escape', `${header}${line('a.py', String.raw`\q`)}\n`, 3, 'wrong are: message'],
    ['a quote that is not escaped', `${header}${line('a".py')}\n`, 3, 'wrong are: path'],
    [
      'a hash that is none',
      `${header}${line('a.py').replace('aaaaaaaaaaaa', 'A1')}\n`,
      3,
      'wrong are: L',
    ],
  ])('refuses %s', (_, text, where, what) => {
    expect(problemsOf(text)).toContainEqual({
      line: where,
      message: expect.stringContaining(what),
    });
  });

  it('tells all problems at once', () => {
    const text = `${header}#total 7\n${line('a.py')}\nnonsense\n`;
    expect(problemsOf(text).map((problem) => problem.line)).toEqual([3, 5]);
  });
});

const letter = fc.constantFrom(
  '\t',
  '\n',
  '\r',
  '"',
  '\\',
  '#',
  '<',
  '=',
  ' ',
  '\u2028',
  '\u0085',
  'é',
  '😀',
);
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: letter, maxLength: 10 }),
  fc.constantFrom('', '=======', '<<<<<<< HEAD', '#sig x', '## a.py', '\uFEFF', '\uD800'),
);
const shortHash = fc.constantFrom('', 'aaaaaaaaaaaa', 'ba2345672345', 'zzzzzzzzzzzz');
const anyEntry = fc.record({
  path: anyText,
  rule: anyText,
  L: shortHash,
  C: shortHash,
  M: shortHash,
  message: anyText,
});
const anyBaseline = fc.record({
  engine: fc.constantFrom('ruff', 'my engine', 'a\tb'),
  signature: anyText.filter((text) => text !== ''),
  entries: fc.array(anyEntry, { maxLength: 12 }),
});

const texts = (entries: readonly object[]) =>
  entries.map((entry) => JSON.stringify(entry)).toSorted();

describe('a baseline written and read', () => {
  it('is the same, and its text too', () => {
    fc.assert(
      fc.property(anyBaseline, (whole) => {
        const text = writeBaseline(whole);
        const again = read(text);
        expect({ ...again, entries: [] }).toEqual({ ...whole, entries: [] });
        expect(texts(again.entries)).toEqual(texts(whole.entries));
        expect(writeBaseline(again)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('does not depend on the order of its entries', () => {
    const both = anyBaseline.chain((whole) =>
      fc.tuple(
        fc.constant(whole),
        fc.shuffledSubarray(whole.entries, { minLength: whole.entries.length }),
      ),
    );
    fc.assert(
      fc.property(both, ([whole, shuffled]) => {
        expect(writeBaseline({ ...whole, entries: shuffled })).toBe(writeBaseline(whole));
      }),
    );
  });

  it('keeps every surviving line as it was when entries go', () => {
    const some = anyBaseline.chain((whole) =>
      fc.tuple(fc.constant(whole), fc.subarray(whole.entries)),
    );
    fc.assert(
      fc.property(some, ([whole, survivors]) => {
        const before = writeBaseline(whole).split('\n');
        const after = writeBaseline({ ...whole, entries: survivors }).split('\n');
        expect(isPartInOrder(after, before)).toBe(true);
      }),
    );
  });
});

function isPartInOrder(part: readonly string[], whole: readonly string[]): boolean {
  let next = 0;
  for (const text of whole) if (text === part[next]) next += 1;
  return next === part.length;
}
