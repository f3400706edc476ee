import type { Artifact } from '#model/artifact.ts';
import type { Attempt } from '#model/attempt.ts';
import type { FindingCounts } from '#model/finding.ts';
import type { Run, RunSummary } from '#model/run.ts';
import type { Task, TaskStatus } from '#model/task.ts';

export interface RunParts {
  readonly run: Run;
  readonly tasks: readonly Task[];
  readonly attempts: readonly Attempt[];
  readonly findings: readonly FindingCounts[];
  readonly artifacts: readonly Artifact[];
}

/** A run at a glance, counted from its parts. */
export function summarizeRunParts({
  run,
  tasks,
  attempts,
  findings,
  artifacts,
}: RunParts): RunSummary {
  const byStatus = (status: TaskStatus): number =>
    tasks.filter((task) => task.status === status).length;
  const byEnding = (status: Attempt['status']): number =>
    attempts.filter((attempt) => attempt.status === status).length;
  return {
    run,
    tasks: {
      queued: byStatus('queued'),
      running: byStatus('running'),
      succeeded: byStatus('succeeded'),
      blocked: byStatus('blocked'),
      abandoned: byStatus('abandoned'),
    },
    attempts: {
      running: byEnding('running'),
      succeeded: byEnding('succeeded'),
      failed: byEnding('failed'),
    },
    findings: [...findings],
    artifacts: {
      count: artifacts.length,
      bytes: artifacts.reduce((sum, artifact) => sum + artifact.sizeBytes, 0),
    },
    usd: attempts.reduce((sum, attempt) => sum + (attempt.cost?.usd ?? 0), 0),
  };
}
