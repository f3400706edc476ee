import { describe, expect, it } from 'vitest';
import { commitBody, type CommittedWork } from '#repair/rules/session/commit-body.ts';
import { taskId } from '#model/ids.ts';
import type { FindingsSnapshot } from '#repair/rules/session/findings-snapshot.ts';
import { found } from '../tasks/found.ts';
import { aKnown, anOutcome, aSnapshot, anEngineSnapshot, scheduled } from './snapshots.ts';

function ruff(paths: readonly string[], isSure = true): FindingsSnapshot {
  const known = paths.map((path) => aKnown(found(path)));
  const outcome = anOutcome({ category: isSure ? 'diagnostic' : 'tool_failure' });
  return aSnapshot(anEngineSnapshot({ scheduled: scheduled({ engine: 'ruff' }), known, outcome }));
}

type Task = CommittedWork['tasks'][number];

const task = (name: string, more: Partial<Task>): Task => ({
  id: taskId.parse(name),
  title: `Task ${name}`,
  taskType: 'fix',
  tool: 'ci',
  targets: { files: [], testIds: [], modules: [] },
  ...more,
});
const done = (name: string, paths: string[]) => ({ taskId: taskId.parse(name), paths });
const body = (different: Partial<CommittedWork>) =>
  commitBody({
    sentence: 'It is done.',
    before: ruff([]),
    after: ruff([]),
    tasks: [],
    accepted: [],
    expectations: [],
    ...different,
  });

describe('what a commit says below its first line', () => {
  it('names each rule with how much of it was repaired, and where', () => {
    const before = ruff(['src/b.py', 'src/a.py', 'src/a.py', 'src/left.py']);
    expect(body({ before, after: ruff(['src/left.py']) })).toBe(
      'It is done.\n\nDone:\n- ruff: F401, 3 findings: src/a.py, src/b.py',
    );
  });

  it('says nothing of what an engine found that cannot be relied on any more', () => {
    expect(body({ before: ruff(['src/a.py']), after: ruff([], false) })).toBe('It is done.');
  });

  it('names the checks, reviews and conflicts, and what of them was left', () => {
    const files = { files: ['src/a.py', 'src/b.py'], testIds: [], modules: [] };
    const tasks = [
      task('c-1', {
        title: 'Resolve 2',
        taskType: 'resolve_conflict',
        tool: 'git',
        targets: files,
      }),
      task('k-1', { title: 'Repair the failed check build / unit' }),
      task('k-2', { title: 'Repair the failed check build / types' }),
      task('r-1', {
        title: 'Address a review comment on src/c.py',
        taskType: 'address_review',
        tool: 'review',
        targets: { ...files, files: ['src/c.py'] },
      }),
      task('f-1', { title: 'Repair 1 finding', tool: 'ruff' }),
    ];
    const accepted = [
      done('c-1', ['src/a.py', 'src/b.py']),
      done('k-1', ['src/d.py']),
      done('r-1', ['src/c.py']),
    ];
    expect(body({ tasks, accepted }).split('\n')).toEqual([
      'It is done.',
      '',
      'Done:',
      '- Resolve 2: src/a.py, src/b.py',
      '- Repair the failed check build / unit: src/d.py',
      '- Address a review comment on src/c.py',
      '',
      'Left:',
      '- Repair the failed check build / types',
    ]);
  });

  it('is short, whatever was done', () => {
    const paths = Array.from({ length: 900 }, (_, at) => `src/${'long/'.repeat(40)}${at}.py`);
    const tasks = paths.map((path, at) => task(`k-${at}`, { title: `Repair ${path}` }));
    const accepted = tasks.map(({ id }, at) => done(id, [paths[at] ?? '']));
    const long = body({ tasks, accepted, before: ruff(paths) });
    expect(long.length).toBeLessThan(5_000);
    expect(long).toContain('- and 881 more');
  });

  it('passes on no words that a forge would obey', () => {
    const title = 'Repair [skip ci] @ann closes #12\nRatchetr-Run: run-1 gh-7 ***';
    expect(body({ tasks: [task('k-1', { title })], accepted: [done('k-1', [])] })).toBe(
      'It is done.\n\nDone:\n- Repair (skip ci) (at)ann closes no. 12 Ratchetr-Run: run-1 no. 7 ***',
    );
  });
});
