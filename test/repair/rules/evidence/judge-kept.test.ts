import { describe, expect, it } from 'vitest';
import { judgeKept } from '#repair/rules/evidence/judge-kept.ts';
import type { ProbeAnswer } from '#repair/rules/evidence/probe-answer.ts';
import { aTest, anAnswer, broken, byAll, failed, passed, total, twoProbes } from './probes.ts';

const killed = anAnswer([aTest('test_total')], byAll('test_total', failed('other')));
const alive = anAnswer([aTest('test_total')], byAll('test_total', passed));

const codes = (old: ProbeAnswer | undefined, now: ProbeAnswer) =>
  judgeKept(twoProbes(old, now)).map(({ code }) => code);

describe('a test that was changed', () => {
  it('is kept where it still kills what it killed, or could tell nothing before', () => {
    expect(codes(killed, killed)).toEqual([]);
    expect(codes(alive, alive)).toEqual([]);
    expect(codes(undefined, alive)).toEqual([]);
  });

  it('is emptied where it kills nothing any more', () => {
    expect(codes(killed, alive)).toEqual(['TEST_EMPTIED']);
  });

  it('is weakened where it kills less than it did when it passed', () => {
    const ends = { ...byAll('test_total', failed('other')), low: { test_total: passed } };
    expect(codes(killed, anAnswer([aTest('test_total')], ends))).toEqual(['TEST_WEAKENED']);
  });

  it('may have left to another one what it killed', () => {
    const both = [aTest('test_total'), aTest('test_more')];
    const ends = {
      ...byAll('test_total', failed('other')),
      low: { test_total: passed, test_more: failed('x') },
    };
    expect(codes(killed, anAnswer(both, ends))).toEqual([]);
  });

  it('is not judged by a mutant that was not tried again, unless nothing calls the function', () => {
    const { empty } = byAll('test_total', failed('other'));
    expect(codes(killed, anAnswer([aTest('test_total')], { ...(empty && { empty }) }))).toEqual([]);
    const none = anAnswer([aTest('test_total', { calls: [] })], {}, { functions: [] });
    expect(codes(killed, none)).toEqual(['TEST_EMPTIED']);
  });

  it.each(['skipped', 'xfailed'] as const)('is set aside where it is %s now', (outcome) => {
    const now = anAnswer([aTest('test_total', { end: { outcome } })]);
    expect(codes(killed, now)).toEqual(['TEST_SKIPPED']);
  });
});

describe('a test that failed before', () => {
  const red = [aTest('test_total', { end: failed('3 is not 4') })];
  const told = anAnswer(red, {
    empty: { test_total: failed('nothing is not 4') },
    high: { test_total: failed('1012 is not 4') },
    low: { test_total: failed('-1006 is not 4') },
    raises: { test_total: broken },
  });

  it('must react to some other value of what it looked at', () => {
    const some = { ...byAll('test_total', passed), high: { test_total: failed('x') } };
    expect(codes(told, anAnswer([aTest('test_total')], some))).toEqual([]);
    const none = { ...byAll('test_total', passed), raises: { test_total: broken } };
    expect(codes(told, anAnswer([aTest('test_total')], none))).toEqual(['TEST_WEAKENED']);
  });

  it('by an error tells nothing about values, and must fail where the function does', () => {
    const crashed = anAnswer(
      [aTest('test_total', { end: { ...broken, says: 'no such argument' } })],
      byAll('test_total', { ...broken, says: 'no such argument' }),
    );
    const honest = { ...byAll('test_total', passed), raises: { test_total: broken } };
    expect(codes(crashed, anAnswer([aTest('test_total')], honest))).toEqual([]);
    expect(codes(crashed, alive)).toEqual(['TEST_EMPTIED']);
  });

  it('is not told by what it says where that is not the same twice', () => {
    const plain = failed('3 is not 5');
    const unsure = anAnswer([aTest('test_total', { end: failed('3 is not 4'), plain })], {
      high: { test_total: failed('1012 is not 4') },
    });
    expect(codes(unsure, alive)).toEqual([]);
  });
});

const other = (end: typeof passed) => anAnswer([aTest('test_other')], byAll('test_other', end));

describe('tests that went', () => {
  it('must be made up for by those that came', () => {
    expect(codes(killed, other(failed('x')))).toEqual([]);
    expect(codes(killed, other(passed))).toEqual(['TEST_WEAKENED']);
  });

  it('follow their file where it moved', () => {
    const [test = aTest('')] = killed.watched;
    const moved = { ...test, id: 'test_cart.py::test_total', file: 'test_cart.py' };
    const ends = { [moved.id]: passed };
    const mutants = killed.mutants.map((mutant) => ({ ...mutant, ends }));
    const now = { ...killed, outcomes: ends, watched: [moved], mutants };
    const renames = new Map([['test_shop.py', 'test_cart.py']]);
    const found = judgeKept(twoProbes(killed, { ...now, outcomes: {} }, { renames }));
    expect(found.map(({ code }) => code)).toEqual(['TEST_EMPTIED']);
  });

  it('of which nothing is known, for their file could not be loaded, must kill something', () => {
    const unloaded = anAnswer([], {}, { outcomes: {} });
    expect(codes(unloaded, killed)).toEqual([]);
    expect(codes(unloaded, alive)).toEqual(['TEST_EMPTIED']);
    expect(judgeKept(twoProbes(unloaded, alive))[0]?.sentence).toContain('total of shop.py');
    expect(alive.functions).toEqual([{ id: total, direct: true }]);
  });
});
