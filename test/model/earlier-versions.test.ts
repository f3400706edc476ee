import { describe, expect, it } from 'vitest';
import { changeset, storedChangeset } from '#model/changeset.ts';
import { vectorReport } from '#model/check-report.ts';
import { sessionSummary } from '#model/session-summary.ts';
import { componentOfPhrase, type VectorComponent } from '#model/vector-component.ts';
import { checkSession } from '#model/session.ts';
import { aStoredSummary } from '../report/run/run-records.ts';
import { sha, sha256, t0 } from '../support/samples.ts';
import { session } from './samples/workspaces.ts';

/** What earlier versions stored in place of a component. The phrases are written out: they must be read for ever. */
const phrases: readonly (readonly [string, VectorComponent])[] = [
  ['new findings of ruff-format', { kind: 'new-findings', engine: 'ruff-format' }],
  [
    'new findings of ruff in apps/in web',
    { kind: 'new-findings', engine: 'ruff', root: 'apps/in web' },
  ],
  ['lost tests', { kind: 'lost-tests' }],
  ['skipped tests', { kind: 'skipped-tests' }],
  ['suppressions added', { kind: 'suppressions' }],
  ['changed configuration', { kind: 'configuration' }],
  ['coverage of src/a of b\n.py', { kind: 'coverage', path: 'src/a of b\n.py' }],
  ['baseline of ruff', { kind: 'baseline', engine: 'ruff' }],
];

const stored = (component: string) => ({ component, result: 'same', sentence: 'Unchanged.' });

describe('what an earlier version stored', () => {
  it('as a check without its kind is read, and every check has that kind', () => {
    const [{ valid: check }] = session.checkSession;
    expect(checkSession.parse({ ...check, kind: undefined })).toEqual(check);
    expect(checkSession.safeParse({ ...check, kind: 'ci' }).success).toBe(false);
  });

  it.each(phrases)('as %j is read', (phrase, measures) => {
    expect(componentOfPhrase(phrase)).toEqual(measures);
    const report = { acceptable: true, components: [stored(phrase)] };
    expect(vectorReport.parse(report).components).toEqual([{ ...stored(phrase), measures }]);
    const summary = aStoredSummary({ vector: vectorReport.parse(report) });
    expect(sessionSummary.parse({ ...summary, vector: report })).toEqual(summary);
  });

  it.each(['', 'lost test', 'coverage of ', 'new findings of ', 'new findings of a b', 'of ruff'])(
    'is refused where it is no phrase of any version: %j',
    (phrase) => {
      expect(componentOfPhrase(phrase)).toBeUndefined();
      const report = { acceptable: true, components: [stored(phrase)] };
      expect(vectorReport.safeParse(report).success).toBe(false);
      const numbers = { [phrase]: { before: 0, after: 0 } };
      expect(storedChangeset.safeParse(firstVersion(numbers)).success).toBe(false);
    },
  );

  it('as a changeset with its numbers by phrases is read, and means the same', () => {
    const numbers = Object.fromEntries(
      phrases.map(([phrase], index) => [phrase, { before: index, after: 0.5 }]),
    );
    const read = storedChangeset.parse(firstVersion(numbers));
    expect(changeset.parse(read)).toEqual(read);
    const vector = phrases.map(([, measures], index) => ({ measures, before: index, after: 0.5 }));
    const { evidence, ...rest } = firstVersion(numbers);
    expect(read).toEqual({ ...rest, schemaVersion: 2, evidence: { ...evidence, vector } });
  });

  it('as a changeset is refused where a number is none', () => {
    const numbers = { 'lost tests': { before: 0 } };
    expect(storedChangeset.safeParse(firstVersion(numbers)).success).toBe(false);
  });
});

function firstVersion(vector: Readonly<Record<string, object>>) {
  const [tree, head] = [sha('d'), sha('a')];
  return {
    schemaVersion: 1,
    runId: 'run-1',
    parents: [head],
    tree,
    changes: [{ kind: 'delete', path: 'old.py' }],
    message: 'Repair total',
    committedAt: t0,
    evidence: { tree, head, vector, notWorse: true, report: { runId: 'run-1', name: 'r.json' } },
    patchSha256: sha256('9'),
  };
}
