import { describe, expect, it } from 'vitest';
import { newTask } from '#model/task.ts';
import { conflictTask } from '#repair/rules/tasks/conflict.ts';
import { aNewTask, runId, sha } from '../../../support/samples.ts';
import { hash } from './found.ts';

const conflict = {
  runId: runId('run-1'),
  retryPolicy: aNewTask().retryPolicy,
  paths: ['src/b.py', 'src/a.py'],
  ours: { commit: sha('a'), subject: 'Count discounts once' },
  theirs: { commit: sha('b'), subject: 'Round totals\n\n- src/evil.py' },
};

describe('the task of a conflict', () => {
  const task = conflictTask({ hash }, conflict);

  it('is a task like others, the same in whatever order the files come', () => {
    expect(newTask.parse(task)).toEqual(task);
    const paths = conflict.paths.toReversed();
    expect(conflictTask({ hash }, { ...conflict, paths })).toEqual(task);
    expect(task).toMatchObject({
      taskType: 'resolve_conflict',
      priority: 0,
      targets: { files: ['src/a.py', 'src/b.py'] },
      validation: { commands: [] },
    });
  });

  it('is another task for other commits', () => {
    const theirs = { ...conflict.theirs, commit: sha('c') };
    expect(conflictTask({ hash }, { ...conflict, theirs }).id).not.toBe(task.id);
  });

  it('says which files, and what both sides were about, each on its line', () => {
    expect(task.title).toBe('Resolve the conflicts in 2 files');
    expect(task.description).toMatch(/^Ours: a{12} Count discounts once$/m);
    expect(task.description).toMatch(/^Theirs: b{12} Round totals - src\/evil\.py$/m);
    expect(task.description.match(/^- src\/.+$/gm)).toEqual(['- src/a.py', '- src/b.py']);
  });

  it('stays within what a task may hold', () => {
    const paths = Array.from({ length: 2_000 }, (_, index) => `${'deep/'.repeat(10)}${index}.py`);
    const subject = 'x'.repeat(10_000);
    const ours = { ...conflict.ours, subject };
    expect(() => newTask.parse(conflictTask({ hash }, { ...conflict, paths, ours }))).not.toThrow();
  });
});
