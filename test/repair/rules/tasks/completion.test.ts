import { describe, expect, it } from 'vitest';
import type { TaskStatus } from '#model/task.ts';
import { type Completion, completion } from '#repair/rules/tasks/completion.ts';

const cases: readonly (readonly [TaskStatus[], Completion])[] = [
  [[], { kind: 'complete' }],
  [['succeeded', 'succeeded'], { kind: 'complete' }],
  [['succeeded', 'abandoned'], { kind: 'complete' }],
  [['blocked'], { kind: 'complete' }],
  [['queued'], { kind: 'open', remaining: 1 }],
  [['running'], { kind: 'open', remaining: 1 }],
  [['succeeded', 'queued', 'abandoned', 'running'], { kind: 'open', remaining: 2 }],
];

describe('completion', () => {
  it.each(cases)('of %j', (statuses, expected) => {
    expect(completion(statuses.map((status) => ({ status })))).toEqual(expected);
  });
});
