import { compareText } from '#base/order.ts';
import type { Finding } from '#model/finding.ts';
import type { FindingId } from '#model/ids.ts';
import type { NewTask, TaskType } from '#model/task.ts';
import { describeTask } from './describe-task.ts';
import { rankFindings, type Rank } from './rank.ts';

/** A unit of repair as an engine sees it: what it is about, before it belongs to a run. */
export interface TaskDraft extends Pick<NewTask, 'taskType' | 'title' | 'description' | 'targets'> {
  readonly rank: Rank;
  readonly findingIds: readonly FindingId[];
}

/** What may be set about how findings become tasks. */
export interface TaskLimits {
  /** From how many test files on one failure in all of them is taken for one cause. */
  readonly sameFailureFiles: number;
  /** By how many percent points coverage must rise for a task to be done. */
  readonly minCoverageDelta: number;
}

export const defaultTaskLimits: TaskLimits = { sameFailureFiles: 3, minCoverageDelta: 1 };

/** One draft for all of these findings, the same whatever their order. */
export function draftOf(taskType: TaskType, findings: readonly Finding[]): TaskDraft {
  const ordered = findings.toSorted(compareByLocation);
  return {
    taskType,
    rank: rankFindings(ordered),
    ...describeTask(taskType, ordered),
    targets: {
      files: uniqueValues(ordered.map(({ filePath }) => filePath)),
      testIds: uniqueValues(ordered.map(({ testId }) => testId)),
      modules: [],
    },
    findingIds: ordered.map(({ id }) => id),
  };
}

/** By place, the same whatever their order was. */
export function compareByLocation(a: Finding, b: Finding): number {
  return (
    compareText(a.filePath ?? '', b.filePath ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareText(a.fingerprint, b.fingerprint) ||
    compareText(a.id, b.id)
  );
}

function uniqueValues(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}
