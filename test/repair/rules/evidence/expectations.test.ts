import { describe, expect, it } from 'vitest';
import {
  changedExpectations,
  decideTestVerdict,
  tellExpectations,
} from '#repair/rules/evidence/expectations.ts';
import { aTest, anAnswer, failed, path, twoProbes } from './probes.ts';

const red = anAnswer([aTest('test_total', { end: failed('3 is not 4') })]);
const green = anAnswer([aTest('test_total')]);
const oldLines = new Map([
  [path, ['', '', 'def test_total():', '    value = total()', '    assert value == 4']],
]);

describe('what a test demands', () => {
  it('is the same where the test as it was passes, or the test as it is fails', () => {
    expect(changedExpectations(twoProbes(green, green))).toEqual([]);
    expect(changedExpectations(twoProbes(undefined, green))).toEqual([]);
    expect(changedExpectations(twoProbes(red, red))).toEqual([]);
  });

  it('is another where the test as it was fails on the source as it is, old and new side by side', () => {
    expect(changedExpectations(twoProbes(red, green, { oldLines }))).toEqual([
      {
        test: 'test_shop.py::test_total',
        path,
        before: 'def test_total():\n    value = total()\n    assert value == 4',
        after: expect.stringContaining('assert value == 3'),
      },
    ]);
  });

  it('is shown by what differs in the file, where the test itself says the same', () => {
    const helper = new Map([
      [
        path,
        ['SUM = 4', '', 'def test_total():', '    value = total()', '    assert value == SUM'],
      ],
    ]);
    const newLines = new Map([[path, ['SUM = 3', ...(helper.get(path)?.slice(1) ?? [])]]]);
    const [told] = changedExpectations(twoProbes(red, green, { oldLines: helper, newLines }));
    expect(told).toMatchObject({ before: 'SUM = 4', after: 'SUM = 3' });
  });

  it('is another where the file could not even be loaded as it was', () => {
    const unloaded = anAnswer([], {}, { outcomes: {} });
    const found = changedExpectations(twoProbes(unloaded, green, { oldLines }));
    expect(found).toMatchObject([{ test: 'test_shop.py::test_total', path }]);
    const fresh = twoProbes(unloaded, green, { oldLines: new Map() });
    expect(changedExpectations(fresh)).toEqual([]);
    const added = twoProbes(unloaded, green, { oldLines: new Map([[path, []]]) });
    expect(changedExpectations(added)).toEqual([]);
  });

  it('is told as a warning that names the tests', () => {
    expect(tellExpectations([])).toEqual([]);
    const [told] = tellExpectations(changedExpectations(twoProbes(red, green)));
    expect(told).toMatchObject({ code: 'EXPECTATION_CHANGED' });
    expect(told?.sentence).toContain('test_shop.py::test_total');
  });
});

describe('whose merit it is', () => {
  const some = changedExpectations(twoProbes(red, green));
  const both = { source: true, tests: true };

  it.each([
    ['source_repaired', both, [], true, undefined],
    ['nothing_decided', both, [], false, undefined],
    ['nothing_decided', { source: false, tests: true }, [], true, undefined],
    ['expectation_changed', { source: false, tests: true }, some, true, undefined],
    ['expectation_changed', both, some, true, true],
    ['both', both, some, true, false],
    ['both', both, some, true, undefined],
  ] as const)('%s', (verdict, sides, expectations, hadFailed, passOnOldSource) => {
    expect(decideTestVerdict(sides, expectations, { hadFailed, passOnOldSource })).toBe(verdict);
  });
});
