import { describe, expect, it } from 'vitest';
import { suspectOf } from '#repair/rules/session/accepted-change.ts';
import { anAcceptedDiff, sha } from '../../../support/samples.ts';

const accepted = [['a.py'], ['b.py', 'c.py'], ['a.py', 'd.py'], ['e.py']].map((paths, index) => ({
  ...anAcceptedDiff({ sequence: index + 1 }),
  paths,
  tree: sha('a'),
}));

const suspect = (...worse: readonly string[]) => suspectOf(accepted, new Set(worse))?.sequence;

describe('the change that most likely made something worse', () => {
  it('is the last that touches where it shows', () => {
    expect(suspect('a.py')).toBe(3);
    expect(suspect('b.py')).toBe(2);
    expect(suspect('b.py', 'a.py')).toBe(3);
  });

  it('is the last of all where none touches it, or nobody knows where it shows', () => {
    expect(suspect('z.py')).toBe(4);
    expect(suspect()).toBe(4);
  });

  it('is none where nothing was accepted', () => {
    expect(suspectOf([], new Set(['a.py']))).toBeUndefined();
  });
});
