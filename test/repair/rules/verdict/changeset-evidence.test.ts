import { describe, expect, it } from 'vitest';
import type { Changeset } from '#model/changeset.ts';
import type { VectorComponent } from '#model/vector-component.ts';
import { compared } from '../../../support/compared.ts';
import { aChangeset, factsOf, gone, judged } from './changesets.ts';

const { evidence } = aChangeset();

const withNumbers = (...vector: Changeset['evidence']['vector']) =>
  aChangeset({ evidence: { ...evidence, vector } });

const reported = (measures: VectorComponent, result: 'better' | 'same' | 'worse') => ({
  acceptable: result !== 'worse',
  components: [compared(measures, result)],
});

const coverage = { kind: 'coverage', path: 'src/total.py' } as const;
const lostTests = { kind: 'lost-tests' } as const;

describe('evidence', () => {
  it.each<[VectorComponent, number, number]>([
    [{ kind: 'new-findings', engine: 'ruff' }, 0, 1],
    [{ kind: 'new-findings', engine: 'ruff', root: 'web' }, 0, 1],
    [lostTests, 0, 2],
    [{ kind: 'skipped-tests' }, 1, 2],
    [{ kind: 'suppressions' }, 0, 1],
    [{ kind: 'configuration' }, 0, 1],
  ])('is worse where there is more of %j, whatever it says itself', (measures, before, after) => {
    const given = withNumbers({ measures, before, after });
    expect(judged(given, factsOf(given, { report: reported(measures, 'same') }))).toEqual([
      'EVIDENCE_WORSE',
    ]);
    const same = withNumbers({ measures, before, after: before });
    expect(judged(same, factsOf(same, { report: reported(measures, 'same') }))).toEqual([]);
  });

  it('is worse where any of two numbers for one component is', () => {
    const given = withNumbers(
      { measures: lostTests, before: 0, after: 1 },
      { measures: lostTests, before: 0, after: 0 },
    );
    expect(judged(given, factsOf(given, { report: reported(lostTests, 'same') }))).toEqual([
      'EVIDENCE_WORSE',
    ]);
  });

  it('goes by what is measured, whatever the report calls it', () => {
    const given = withNumbers({ measures: lostTests, before: 0, after: 0 });
    const told = { ...compared(coverage, 'same'), component: 'lost tests' };
    const report = { acceptable: true, components: [told] };
    expect(judged(given, factsOf(given, { report }))).toEqual(['EVIDENCE_MISSING']);
    const renamed = { ...compared(lostTests, 'same'), component: 'tests that went' };
    const same = { acceptable: true, components: [renamed] };
    expect(judged(given, factsOf(given, { report: same }))).toEqual([]);
  });

  it('is worse where less is covered, unless the report knows that only covered lines went', () => {
    const given = withNumbers(
      { measures: coverage, before: 83.33, after: 81.82 },
      { measures: lostTests, before: 0, after: 0 },
    );
    const told = (result: 'same' | 'worse') =>
      judged(given, factsOf(given, { report: reported(coverage, result) }));
    expect(told('same')).toEqual([]);
    expect(told('worse')).toEqual(['EVIDENCE_WORSE']);
    expect(judged(given, factsOf(given, { report: reported(lostTests, 'same') }))).toEqual([
      'EVIDENCE_WORSE',
    ]);
  });

  it('misses no coverage of a file that is gone', () => {
    const given = aChangeset({
      changes: [gone('src/total.py')],
      evidence: { ...evidence, vector: [{ measures: coverage, before: 90, after: 0 }] },
    });
    expect(judged(given, factsOf(given, { report: { acceptable: true, components: [] } }))).toEqual(
      [],
    );
  });
});
