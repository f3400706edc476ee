import { describe, expect, it } from 'vitest';
import { loadConfig } from '#config/load.ts';
import { taskType } from '#model/task.ts';
import { permitsOf, taskAllowed } from '#repair/rules/tasks/task-policy.ts';

const outcome = loadConfig({ env: {}, overrides: [] });

describe('by default', () => {
  it('every kind of task is allowed but those that set something aside', () => {
    if (outcome.kind === 'invalid') throw new Error('The defaults are refused');
    const { tasks } = outcome.config;
    const refused = taskType.options.filter((type) => !taskAllowed(type, tasks));
    expect(refused).toEqual(['quarantine', 'suppress']);
  });

  it('only these may do what is refused otherwise, each its own', () => {
    const permitted = taskType.options.flatMap((type) =>
      permitsOf(type).map((permit) => [type, permit]),
    );
    expect(permitted).toEqual([
      ['quarantine', 'skips'],
      ['suppress', 'suppressions'],
      ['autofix', 'configuration'],
    ]);
  });
});
