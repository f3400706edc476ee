import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { componentOfPhrase } from '#model/vector-component.ts';
import { compareVectors, type RatchetVector } from '#check/rules/findings/vector.ts';

function findings(counts: Readonly<Record<string, number>>): RatchetVector['newFindings'] {
  return Object.entries(counts).map(([engine, count]) => ({ engine, count }));
}

const start: RatchetVector = {
  newFindings: findings({ mypy: 0, ruff: 3 }),
  lostTests: ['tests/b.py::test_gone'],
  skipped: ['tests/c.py::test_slow'],
  suppressionsAdded: 2,
  configChanges: ['ruff.toml'],
  coverage: { 'src/a.py': { covered: 8, total: 10 }, 'src/b.py': { covered: 0, total: 0 } },
  removedFiles: [],
};

type Row = [string, Partial<RatchetVector>, string, 'better' | 'same' | 'worse', string];
const oneFile = (covered: number, total: number) => ({
  coverage: { ...start.coverage, 'src/a.py': { covered, total } },
});

describe('compareVectors', () => {
  it('finds a vector the same as itself, component by component', () => {
    const { components, acceptable } = compareVectors(start, start);
    expect(acceptable).toBe(true);
    expect(components.map(({ component, result }) => [component, result])).toEqual([
      ['new findings of mypy', 'same'],
      ['new findings of ruff', 'same'],
      ['lost tests', 'same'],
      ['skipped tests', 'same'],
      ['suppressions added', 'same'],
      ['changed configuration', 'same'],
      ['coverage of src/a.py', 'same'],
      ['coverage of src/b.py', 'same'],
    ]);
  });

  it.each<Row>([
    [
      'fewer',
      { newFindings: findings({ mypy: 0, ruff: 1 }) },
      'new findings of ruff',
      'better',
      ': 1, was 3.',
    ],
    [
      'more',
      { newFindings: findings({ mypy: 1, ruff: 3 }) },
      'new findings of mypy',
      'worse',
      ': 1, was 0.',
    ],
    [
      'no result',
      { newFindings: findings({ mypy: 0 }) },
      'new findings of ruff',
      'worse',
      'ruff gives no trustworthy',
    ],
    [
      'another engine',
      { newFindings: findings({ mypy: 0, ruff: 3, tsc: 1 }) },
      'new findings of tsc',
      'worse',
      ': 1, was 0.',
    ],
    [
      'a clean engine',
      { newFindings: findings({ mypy: 0, ruff: 3, tsc: 0 }) },
      'new findings of tsc',
      'same',
      ': still 0.',
    ],
    ['one for another', { skipped: ['x'] }, 'skipped tests', 'worse', ': also x.'],
    ['one lost', { lostTests: [...start.lostTests, 'y'] }, 'lost tests', 'worse', ': also y.'],
    ['one back', { lostTests: [] }, 'lost tests', 'better', 'no longer tests/b.py::test_gone.'],
    ['one skipped', { skipped: [...start.skipped, 'z'] }, 'skipped tests', 'worse', ': also z.'],
    ['a suppression', { suppressionsAdded: 3 }, 'suppressions added', 'worse', ': 3, was 2.'],
    ['no suppression', { suppressionsAdded: 0 }, 'suppressions added', 'better', ': 0, was 2.'],
    [
      'a config',
      { configChanges: ['mypy.ini', 'ruff.toml'] },
      'changed configuration',
      'worse',
      ': also mypy.ini.',
    ],
    [
      'more covered',
      oneFile(9, 10),
      'coverage of src/a.py',
      'better',
      ': 9 of 10 lines, was 8 of 10.',
    ],
    [
      'less covered',
      oneFile(7, 10),
      'coverage of src/a.py',
      'worse',
      ': 7 of 10 lines, was 8 of 10.',
    ],
    ['uncovered code added', oneFile(8, 11), 'coverage of src/a.py', 'worse', ': 8 of 11'],
    ['covered code added', oneFile(18, 20), 'coverage of src/a.py', 'better', ': 18 of 20'],
    ['covered code removed', oneFile(3, 5), 'coverage of src/a.py', 'same', ': 3 of 5 lines.'],
    ['uncovered code removed', oneFile(8, 8), 'coverage of src/a.py', 'better', ': 8 of 8'],
    [
      'not measured',
      { coverage: { 'src/b.py': { covered: 0, total: 0 } } },
      'coverage of src/a.py',
      'worse',
      'not measured any more.',
    ],
    [
      'a new file',
      { coverage: { ...start.coverage, 'src/c.py': { covered: 1, total: 4 } } },
      'coverage of src/c.py',
      'same',
      ': 1 of 4 lines, new.',
    ],
  ])('sees %s', (_, change, component, result, sentence) => {
    const { components, acceptable } = compareVectors(start, { ...start, ...change });
    const others = components.filter((one) => one.component !== component);
    expect(components).toContainEqual({
      component,
      measures: componentOfPhrase(component),
      result,
      sentence: expect.stringContaining(sentence),
    });
    expect(others.map((one) => one.result)).toEqual(others.map(() => 'same'));
    expect(acceptable).toBe(result !== 'worse');
  });

  it('does not ask for the coverage of a file that is gone on purpose', () => {
    const after = { ...start, coverage: {}, removedFiles: ['src/a.py', 'src/b.py'] };
    expect(compareVectors(start, after).acceptable).toBe(true);
  });

  it('does not let a gain pay for a loss', () => {
    const after = {
      ...start,
      newFindings: findings({ mypy: 0, ruff: 0 }),
      skipped: [],
      suppressionsAdded: 3,
    };
    expect(compareVectors(start, after).acceptable).toBe(false);
  });

  it('names a few of many', () => {
    const lostTests = [...start.lostTests, 'f', 'e', 'd', 'c', 'b', 'a', 'a'];
    const { components } = compareVectors(start, { ...start, lostTests });
    expect(components[2]?.sentence).toBe('lost tests: also a, b, c, d, e and 1 more.');
  });

  it('is never better both ways', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'));
    const lines = fc
      .tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 }))
      .map(([covered, uncovered]) => ({ covered, total: covered + uncovered }));
    const vector: fc.Arbitrary<RatchetVector> = fc.record({
      newFindings: fc
        .dictionary(fc.constantFrom('ruff', 'mypy'), fc.nat({ max: 3 }))
        .map((counts) => findings(counts)),
      lostTests: names,
      skipped: names,
      suppressionsAdded: fc.nat({ max: 3 }),
      configChanges: names,
      coverage: fc.dictionary(fc.constantFrom('a.py', 'b.py'), lines),
      removedFiles: fc.constant([]),
    });
    fc.assert(
      fc.property(vector, vector, (one, other) => {
        const [there, back] = [compareVectors(one, other), compareVectors(other, one)];
        for (const [index, { component, result }] of there.components.entries()) {
          expect(back.components[index]?.component).toBe(component);
          expect([result, back.components[index]?.result]).not.toEqual(['better', 'better']);
        }
      }),
    );
  });
});
