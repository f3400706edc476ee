import type { SourceOf } from '#check/rules/findings/identity.ts';
import type { CollectedTest } from '#check/rules/findings/test-names.ts';
import type { BaselineSnapshot, BaseTrouble } from '#model/baseline.ts';
import type { EngineOutcome } from '#model/engine-outcome.ts';
import type { Sha } from '#model/ids.ts';
import type { SessionSummary } from '#model/session-summary.ts';
import type { Scheduled } from '#check/rules/scope/schedule.ts';
import type { KnownFinding } from './known-finding.ts';

/** What one engine found in one root. */
export interface EngineSnapshot {
  readonly scheduled: Scheduled;
  readonly outcome: EngineOutcome;
  readonly known: readonly KnownFinding[];
  /** By their names in the repository; null: it collects none. */
  readonly tests: readonly CollectedTest[] | null;
  readonly coverage: BaselineSnapshot['coverage'];
  readonly sourceOf: SourceOf;
  /** What came or went at the start though nothing was changed: it is never new. */
  readonly flaky?: readonly KnownFinding[] | undefined;
  /** Whether the untouched tree was judged alike in another copy; absent: that was not tried. */
  readonly isSteady?: boolean;
  /** What kept the engine from being relied on at the merge base, where that is known. */
  readonly atBase?: readonly BaseTrouble[] | undefined;
  /** Says that its trouble is that of the merge base; absent: it has none, or one of its own. */
  readonly sameAtBase?: string | undefined;
}

/** All that the engines say of one tree. */
export interface FindingsSnapshot {
  readonly stage: string;
  readonly tree: Sha;
  readonly at: number;
  readonly durationMs: number;
  readonly runs: readonly EngineSnapshot[];
}

/** Whether a result can be relied on, and is all there is. */
export function isReliable({ outcome }: Pick<EngineSnapshot, 'outcome'>): boolean {
  const { category, completeness, error } = outcome;
  const judged = category === 'success' || category === 'diagnostic';
  return error === null && judged && completeness.kind === 'complete';
}

export function allFindings({ runs }: FindingsSnapshot): readonly KnownFinding[] {
  return runs.flatMap(({ known }) => known);
}

export function describeSnapshot(
  snapshot: FindingsSnapshot,
): SessionSummary['checkpoints'][number] {
  const { stage, at, durationMs } = snapshot;
  const known = allFindings(snapshot);
  const toRepair = known.filter((one) => one.toRepair).length;
  return { stage, at, durationMs, findings: known.length, toRepair };
}
