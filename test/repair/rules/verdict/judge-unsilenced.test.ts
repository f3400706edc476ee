import { describe, expect, it } from 'vitest';
import { judgeReach } from '#repair/rules/verdict/judge-reach.ts';
import { judgeUnsilenced, type UnsilencedFinding } from '#repair/rules/verdict/judge-unsilenced.ts';
import { aFinding } from '../../../support/samples.ts';

const one = (line: string, isTold: boolean, message = 'wrong'): UnsilencedFinding => {
  const finding = aFinding({ message, filePath: 'a.py', line: 3 });
  const identity = { path: 'a.py', rule: 'x', L: line, C: '', M: message };
  return { found: { finding, identity }, line, isTold };
};
const [told, silent] = [one('x = 1', true), one('y = 2  # noqa', false)];

describe('a finding that is there without remarks', () => {
  it.each([
    ['was told before', [told], { ...told, isTold: false, known: told }],
    ['is new', [], { ...one('z', false), known: undefined }],
    [
      'is one with another that was silent',
      [told, silent],
      { ...one('x = 1; y = 2  # noqa', false), known: silent },
    ],
  ])('is silenced where it %s', (_, before, now) => {
    expect(judgeUnsilenced({ before, after: [now] })).toMatchObject([
      { code: 'FINDING_SILENCED', path: 'a.py' },
    ]);
  });

  it.each([
    ['is told', [told], { ...told, known: told }],
    ['was silent before', [silent], { ...silent, known: silent }],
    ['was silent elsewhere', [silent], { ...one('new place', false), known: undefined }],
  ])('may stay where it %s', (_, before, now) => {
    expect(judgeUnsilenced({ before, after: [now] })).toEqual([]);
  });
});

describe('statements that an engine judges', () => {
  const nothing: readonly string[] = [];

  it.each([
    ['the same statement is judged no more', ['a', 'b'], nothing, ['a'], ['b']],
    ['it is written otherwise on the way', ['a', 'b'], nothing, ['a'], ['bb']],
  ])('are fewer where %s', (_, judged, unjudged, now, not) => {
    const sides = { before: { judged, unjudged }, after: { judged: now, unjudged: not } };
    expect(judgeReach('mypy', sides)).toMatchObject([{ code: 'SCOPE_SHRUNK' }]);
  });

  it.each([
    ['one is taken away', ['a', 'b'], ['c'], ['a'], ['c']],
    ['one comes that is not judged', ['a'], nothing, ['a'], ['b']],
    ['one was never judged', ['a'], ['b'], ['a'], ['b']],
  ])('are not fewer where %s', (_, judged, unjudged, now, not) => {
    const sides = { before: { judged, unjudged }, after: { judged: now, unjudged: not } };
    expect(judgeReach('mypy', sides)).toEqual([]);
  });
});
