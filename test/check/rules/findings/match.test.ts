import { describe, expect, it } from 'vitest';
import type { Identifiable } from '#check/rules/findings/identity.ts';
import { matchFindings, type Mark, type MatchResult } from '#check/rules/findings/match.ts';
import { createOldLines } from '#check/rules/findings/old-lines.ts';
import { found, hash, identified, lint, sourceOf, tolerating, type Files } from './project.ts';

const said = (mark: Mark<Identifiable>) => (mark.verdict === 'new' ? 'new' : mark.by);

const verdicts = ({ marks, fixed }: MatchResult<Identifiable>) => ({
  marks: marks.map(said),
  fixed: fixed.map(({ path, rule }) => `${path} ${rule}`),
});

const saying = (files: Files, message: string) =>
  lint(files).map((finding) => ({ ...finding, message }));

interface Move {
  readonly was: Files;
  readonly is: Files;
  readonly before?: readonly Identifiable[];
  readonly after?: readonly Identifiable[];
  readonly renames?: Readonly<Record<string, string>>;
  readonly changed?: readonly number[];
  readonly withTexts?: boolean;
  readonly inScope?: (path: string) => boolean;
}

/** Judges what a linter says after a change against what it said before. */
function judge({ was, is, withTexts = true, ...more }: Move) {
  const { before = lint(was), after = lint(is), renames = {}, changed = [] } = more;
  const { inScope = () => true } = more;
  return matchFindings({
    current: identified(is, after),
    baseline: tolerating(was, before),
    renames: new Map(Object.entries(renames)),
    isChangedLine: (_, line) => changed.includes(line),
    inScope,
    ...(withTexts
      ? { sourceOf: sourceOf(is), oldLine: createOldLines({ hash }, sourceOf(was)) }
      : {}),
  });
}

const before: Files = { 'a.py': ['one', 'bad = 1', 'two'] };

describe('matchFindings', () => {
  it.each<[string, Move, ReturnType<typeof verdicts>]>([
    ['nothing with nothing', { was: {}, is: {} }, { marks: [], fixed: [] }],
    ['what is new', { was: {}, is: before }, { marks: ['new'], fixed: [] }],
    ['what is fixed', { was: before, is: { 'a.py': ['one'] } }, { marks: [], fixed: ['a.py B1'] }],
    [
      'a moved line by its context',
      { was: before, is: { 'a.py': ['zero', 'zero', 'one', 'bad = 1', 'two'] } },
      { marks: ['context'], fixed: [] },
    ],
    [
      'a line with other neighbours by its text and message',
      { was: before, is: { 'a.py': ['one', 'bad = 1', 'three'] } },
      { marks: ['line-and-message'], fixed: [] },
    ],
    [
      'a line of which something else is said by its text',
      { was: before, is: before, after: [found('a.py', 2, { symbol: 'B1', message: 'else' })] },
      { marks: ['line'], fixed: [] },
    ],
    [
      'an edited line by its message and likeness',
      { was: before, is: { 'a.py': ['one', 'bad = 1 + 1', 'two'] } },
      { marks: ['edited'], fixed: [] },
    ],
    [
      'no edited line without its old text',
      { was: before, is: { 'a.py': ['one', 'bad = 1 + 1', 'two'] }, withTexts: false },
      { marks: ['new'], fixed: ['a.py B1'] },
    ],
    [
      'no edited line that is much different',
      { was: before, is: { 'a.py': ['one', 'call(really, bad, things)', 'two'] } },
      { marks: ['new'], fixed: ['a.py B1'] },
    ],
    [
      'no edited line of which something else is said',
      {
        was: before,
        is: { 'a.py': ['one', 'bad = 1 + 1', 'two'] },
        after: [found('a.py', 2, { symbol: 'B1', message: 'else' })],
      },
      { marks: ['new'], fixed: ['a.py B1'] },
    ],
    [
      'another rule on the same line as new',
      {
        was: before,
        is: before,
        after: [found('a.py', 2, { symbol: 'B2', message: '7 letters' })],
      },
      { marks: ['new'], fixed: ['a.py B1'] },
    ],
    [
      'a renamed file with changed neighbours',
      {
        was: before,
        is: { 'b.py': ['uno', 'bad = 1', 'two'] },
        renames: { 'a.py': 'b.py' },
      },
      { marks: ['line-and-message'], fixed: [] },
    ],
    [
      'lines that went to another file with their neighbours',
      { was: before, is: { 'a.py': ['one'], 'b.py': ['x', 'one', 'bad = 1', 'two'] } },
      { marks: ['moved'], fixed: [] },
    ],
    [
      'no line of another file without its neighbours',
      { was: before, is: { 'b.py': ['x', 'bad = 1', 'y'] } },
      { marks: ['new'], fixed: ['a.py B1'] },
    ],
    [
      'no line that stays in a file that was not looked at',
      {
        was: before,
        is: { 'b.py': ['x', 'one', 'bad = 1', 'two'] },
        inScope: (path) => path === 'b.py',
      },
      { marks: ['new'], fixed: [] },
    ],
    [
      'a renamed file by its new path when it is asked what was looked at',
      {
        was: before,
        is: { 'b.py': ['one'] },
        renames: { 'a.py': 'b.py' },
        inScope: (path) => path === 'b.py',
      },
      { marks: [], fixed: ['a.py B1'] },
    ],
    [
      'a finding of the whole file in the same file',
      {
        was: before,
        is: before,
        before: [{ ...found('a.py', 1), line: undefined }],
        after: [{ ...found('a.py', 1), line: undefined }],
      },
      { marks: ['context'], fixed: [] },
    ],
    [
      'no finding of a whole file by its rule alone',
      {
        was: before,
        is: before,
        before: [{ ...found('a.py', 1), line: undefined }],
        after: [{ ...found('a.py', 1, { message: 'else' }), line: undefined }],
      },
      { marks: ['new'], fixed: ['a.py F401'] },
    ],
    [
      'no finding of a whole file in another file',
      {
        was: before,
        is: before,
        before: [{ ...found('a.py', 1), line: undefined }],
        after: [{ ...found('b.py', 1), line: undefined }],
      },
      { marks: ['new'], fixed: ['a.py F401'] },
    ],
  ])('recognizes %s', (_, move, expected) => {
    expect(verdicts(judge(move))).toEqual(expected);
  });

  it('counts the same finding twice', () => {
    const twice = [found('a.py', 2), found('a.py', 2)];
    const result = judge({ was: before, is: before, before: twice.slice(1), after: twice });
    expect(verdicts(result).marks.toSorted()).toEqual(['context', 'new']);
    const both = judge({ was: before, is: before, before: twice, after: twice });
    expect(verdicts(both)).toEqual({ marks: ['context', 'context'], fixed: [] });
  });

  it('sees exactly one fixed when one of two identical findings is', () => {
    const was: Files = { 'a.py': ['bad', 'bad'] };
    expect(verdicts(judge({ was, is: { 'a.py': ['bad'] } }))).toEqual({
      marks: ['line-and-message'],
      fixed: ['a.py B1'],
    });
  });

  it.each([
    [
      [1, 2, 3],
      ['new', 'tolerated'],
    ],
    [
      [4, 5, 6],
      ['tolerated', 'new'],
    ],
  ])('takes of two copies the one on the changed lines %j as new', (changed, expected) => {
    const is: Files = { 'a.py': ['one', 'bad', 'two', 'one', 'bad', 'two'] };
    const was: Files = { 'a.py': ['one', 'bad', 'two'] };
    const result = judge({ was, is, changed });
    expect(result.marks.map(({ verdict }) => verdict)).toEqual(expected);
  });

  it('gives the likest of several edited lines the tolerance', () => {
    const was: Files = { 'a.py': ['bad = compute(alpha)', 'bad = compute(omega)'] };
    const is: Files = { 'a.py': ['bad = compute(omega, 1)', 'bad = compute(gamma)'] };
    const { marks, fixed } = judge({ was, is });
    const [alpha, omega] = tolerating(was, lint(was));
    expect(fixed).toEqual([]);
    expect(marks).toMatchObject([
      { by: 'edited', entry: omega },
      { by: 'edited', entry: alpha },
    ]);
  });

  it('judges a hundred thousand findings one to one', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `bad_${index % 97} = ${index}`);
    const paths = Array.from({ length: 200 }, (_, index) => `src/module_${index}.py`);
    const was = Object.fromEntries(paths.map((path) => [path, lines]));
    const is = Object.fromEntries(paths.map((path) => [path, ['new bad line', ...lines.slice(1)]]));
    const { marks, fixed } = judge({ was, is });
    expect(marks).toHaveLength(100_000);
    expect(marks.filter(({ verdict }) => verdict === 'new')).toHaveLength(200);
    expect(fixed).toHaveLength(200);
  });

  it.each<[string, (index: number) => string, (index: number) => string]>([
    [
      'at their end',
      (index) => `bad = value_of_${index}()`,
      (index) => `bad = value_of_${index}(1)`,
    ],
    [
      'at their beginning',
      (index) => `bad = value_of_${index}()`,
      (index) => `x.bad = value_of_${index}()`,
    ],
    ['from the same text', () => 'bad = value()', (index) => `bad = value(${index})`],
    ['to the same text', (index) => `bad = value(${index})`, () => 'bad = value()'],
  ])('recognizes thousands of lines of one message edited %s', (_, oldText, newText) => {
    const indexes = Array.from({ length: 2_000 }, (__, index) => index);
    const lines = (textOf: (index: number) => string): Files => ({ 'a.py': indexes.map(textOf) });
    const [was, is] = [lines(oldText), lines(newText)];
    const { marks } = judge({ was, is, before: saying(was, 'bad'), after: saying(is, 'bad') });
    expect(marks.map(said)).toEqual(indexes.map(() => 'edited'));
  });
});
