import { attemptResult } from '#model/attempt.ts';
import type { AttemptAt } from '#repair/needs/session-progress.ts';
import { anAttemptResult, taskId } from '../../support/samples.ts';

/** An attempt at a task of this name, the first one unless said otherwise. */
export function anAttemptAt(name: string, attemptNo = 1, agent = 'codex'): AttemptAt {
  const task = {
    id: taskId(name),
    title: `Repair ${name}`,
    tool: 'ruff',
    taskType: 'fix',
  } as const;
  return { task, attemptNo, agent };
}

export const accepted = (usd = 0) =>
  anAttemptResult({ cost: { usd, source: 'metered' }, verdict: { kind: 'accepted' } });

export const rejected = (usd = 0) =>
  attemptResult.parse({
    ...accepted(usd),
    outcome: 'failed',
    verdict: { kind: 'rejected', reasons: [{ code: 'TOO_MANY_LINES', sentence: 'Too many.' }] },
  });
