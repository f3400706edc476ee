import { describe, expect, it } from 'vitest';
import type { Changeset } from '#model/changeset.ts';
import { aChangeset, factsOf, gone, judged } from './changesets.ts';

const { evidence } = aChangeset();
const none = { before: 0, after: 0 };

const withNumbers = (vector: Changeset['evidence']['vector']) =>
  aChangeset({ evidence: { ...evidence, vector } });

const reported = (component: string, result: 'better' | 'same' | 'worse') => ({
  acceptable: result !== 'worse',
  components: [{ component, result, sentence: 'Told.' }],
});

describe('evidence', () => {
  it.each([
    ['new findings of ruff', 0, 1],
    ['lost tests', 0, 2],
    ['skipped tests', 1, 2],
    ['suppressions added', 0, 1],
  ])('is worse where there are more %s, whatever it says itself', (name, before, after) => {
    const given = withNumbers({ [name]: { before, after } });
    expect(judged(given, factsOf(given, { report: reported(name, 'same') }))).toEqual([
      'EVIDENCE_WORSE',
    ]);
    const same = withNumbers({ [name]: { before, after: before } });
    expect(judged(same, factsOf(same, { report: reported(name, 'same') }))).toEqual([]);
  });

  it('is worse where less is covered, unless the report knows that only covered lines went', () => {
    const name = 'coverage of src/total.py';
    const given = withNumbers({ [name]: { before: 83.33, after: 81.82 }, 'lost tests': none });
    const told = (result: 'same' | 'worse') =>
      judged(given, factsOf(given, { report: reported(name, result) }));
    expect(told('same')).toEqual([]);
    expect(told('worse')).toEqual(['EVIDENCE_WORSE']);
    expect(judged(given, factsOf(given, { report: reported('lost tests', 'same') }))).toEqual([
      'EVIDENCE_WORSE',
    ]);
  });

  it('misses no coverage of a file that is gone', () => {
    const given = aChangeset({
      changes: [gone('src/total.py')],
      evidence: { ...evidence, vector: { 'coverage of src/total.py': { before: 90, after: 0 } } },
    });
    expect(judged(given, factsOf(given, { report: { acceptable: true, components: [] } }))).toEqual(
      [],
    );
  });
});
