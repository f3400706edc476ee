import { describe, expect, it } from 'vitest';
import { commitTitle, type Committed } from '#repair/rules/session/commit-title.ts';
import { findingId } from '#model/ids.ts';
import type { FindingsSnapshot } from '#repair/rules/session/findings-snapshot.ts';
import { sha } from '../../../support/samples.ts';
import { found } from '../tasks/found.ts';
import { aKnown, aSnapshot, anEngineSnapshot, scheduled } from './snapshots.ts';

/** So many findings to repair, and one that is tolerated, of each engine. */
function snapshotOf(counts: Readonly<Record<string, number>>): FindingsSnapshot {
  const runs = Object.entries(counts).map(([engine, count]) => {
    const toRepair = Array.from({ length: count }, () =>
      aKnown(found('src/a.py'), { toRepair: true }),
    );
    const known = [...toRepair, aKnown(found('src/a.py'), { toRepair: false })];
    return anEngineSnapshot({ scheduled: scheduled({ engine }), known });
  });
  return aSnapshot(...runs);
}

const title = (different: Partial<Committed>) =>
  commitTitle({
    merged: undefined,
    before: snapshotOf({}),
    after: snapshotOf({}),
    tasks: [],
    ...different,
  });

const task = (taskType: Committed['tasks'][number]['taskType'], tool: string, files: string[]) => ({
  taskType,
  tool,
  findingIds: [],
  targets: { files, testIds: [], modules: [] },
});
const aside = (taskType: 'quarantine' | 'suppress', tool: string, findings: number) => ({
  ...task(taskType, tool, []),
  findingIds: Array.from({ length: findings }, (_, at) => findingId.parse(`f${at + 1}`)),
});
const review = ['src/a.py', 'src/b.py', 'src/a.py'].map((file) =>
  task('address_review', 'review', [file]),
);

describe('the first line of a commit', () => {
  it.each<[string, Partial<Committed>]>([
    ['Repair 1 finding of ruff', { before: snapshotOf({ ruff: 1 }) }],
    [
      'Repair 2 findings of ruff',
      { before: snapshotOf({ ruff: 3 }), after: snapshotOf({ ruff: 1 }) },
    ],
    ['Repair 5 findings (ruff 3, mypy 2)', { before: snapshotOf({ ruff: 3, mypy: 2 }) }],
    [
      'Repair 3 findings of ruff',
      { before: snapshotOf({ ruff: 3, mypy: 2 }), after: snapshotOf({ mypy: 2 }) },
    ],
    ['Merge bbbbbbbbbbbb', { merged: sha('b') }],
    [
      'Merge bbbbbbbbbbbb, repair 1 finding of ruff',
      { merged: sha('b'), before: snapshotOf({ ruff: 1 }) },
    ],
    ['Address a review in 2 files', { tasks: review }],
    ['Address a review in 1 file', { tasks: review.slice(0, 1) }],
    ['Address a review', { tasks: [task('address_review', 'review', [])] }],
    ['Repair what failed checks report', { tasks: [task('fix', 'ci', ['src/a.py'])] }],
    [
      'Repair 1 finding of ruff, repair 2 failed checks',
      {
        before: snapshotOf({ ruff: 1 }),
        tasks: [task('fix', 'ci', ['src/a.py']), task('fix', 'ci', [])],
      },
    ],
    [
      'Repair 1 finding of pytest, set 2 findings aside',
      { before: snapshotOf({ pytest: 3 }), tasks: [aside('quarantine', 'pytest', 2)] },
    ],
    [
      'Set 2 findings aside',
      { before: snapshotOf({ ruff: 2 }), tasks: [aside('suppress', 'ruff', 2)] },
    ],
    ['Repair what ratchetr found', {}],
  ])('is %s', (words, different) => {
    expect(title(different)).toBe(words);
  });

  it('names no engines where there is no room for them', () => {
    const before = snapshotOf(
      Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`engine-${n}`, 9])),
    );
    expect(title({ before })).toBe('Repair 108 findings');
    expect(title({ before, tasks: review, merged: sha('b') })).toBe(
      'Merge bbbbbbbbbbbb, address a review in 2 files, repair 108 findings',
    );
    const checks = [...review, task('fix', 'ci', [])];
    expect(title({ before, tasks: checks, merged: sha('b') })).toBe(
      'Merge bbbbbbbbbbbb, address a review in 2 files, ...',
    );
  });
});
