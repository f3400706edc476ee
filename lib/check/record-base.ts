import type { BaselineSnapshot } from '#model/baseline.ts';
import type { RunId, Sha } from '#model/ids.ts';
import type { Copies } from './needs/copies.ts';
import type { CheckServices } from './check-repository.ts';
import type { Collected } from './collect-findings.ts';
import type { HoldInput } from './hold-run.ts';
import type { TreeReader } from './name-findings.ts';
import { type BaseToJudge, judgeBase, snapshotRuns } from './judge-base.ts';
import { type BaselineStores, findRecorded, recordSnapshot } from './recorded-baselines.ts';

interface RecordAt {
  /** The name under which the repository is known to the store. */
  readonly repository: string;
  readonly commit: Sha;
  readonly runId: RunId;
}

export interface BaseToRecord extends Omit<BaseToJudge, 'commit' | 'runId'> {
  readonly at: RecordAt;
}

/**
 * Finds out what the engines say of a commit that others are compared with, once; what was recorded of it stays. Only
 * what went wrong there is tried again: a machine may have been short of time.
 */
export async function recordBase(
  deps: CheckServices & BaselineStores & { readonly copies: Copies },
  { at, entries: all, ...base }: BaseToRecord,
): Promise<void> {
  const known = await findRecorded(deps, at.repository, at.commit);
  const entries = all.filter(({ engine }) => !isSure(known.get(engine)));
  if (entries.length === 0) return;
  const { commit, runId } = at;
  for (const snapshot of await judgeBase(deps, { ...base, commit, runId, entries })) {
    await recordSnapshot(deps, at, snapshot);
  }
}

function isSure(snapshot: BaselineSnapshot | undefined): boolean {
  return snapshot !== undefined && snapshot.troubles === undefined;
}

export interface EngineToRecord {
  readonly at: RecordAt;
  readonly input: Omit<HoldInput, 'baseline'>;
}

/** Records what the runs of one engine say of the commit that they judged. */
export async function recordEngine(
  deps: TreeReader & BaselineStores,
  { at, input }: EngineToRecord,
  runs: readonly Collected[],
): Promise<BaselineSnapshot | undefined> {
  const snapshot = await snapshotRuns(deps, input, runs);
  if (snapshot !== undefined) await recordSnapshot(deps, at, snapshot);
  return snapshot;
}
