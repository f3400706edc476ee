import type { RunId, Sha } from '#model/ids.ts';
import type { CheckServices, CheckInput } from '#check/check-repository.ts';
import { recordBase } from '#check/record-base.ts';
import { withBaseCopies } from '#check/base-copies.ts';
import type { EngineHost } from '#check/needs/engine-host.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import { findRecorded } from '#check/recorded-baselines.ts';
import type { RunState } from '#repair/needs/run-state.ts';

/** State of a run that is kept outside of its repository. */
export interface WorkState extends RunState {
  /** The name under which baselines of the repository are recorded there. */
  readonly recordedAs: string;
}

export interface BaseToKnow {
  readonly prepared: PreparedCheck;
  readonly state: WorkState;
  readonly check: CheckServices;
  readonly input: CheckInput;
  readonly runId: RunId;
  readonly base: Sha;
}

/** The baselines recorded there: a state file that came with the repository is not trusted. */
export function createBaselineReader({
  stores,
  recordedAs,
}: WorkState): CheckServices['recordedOf'] {
  return (commit, engine) => findRecorded(stores, recordedAs, { commit, engine });
}

/** Records what the engines find in the base; without it all findings would be new. */
export async function ensureBaseline(
  host: EngineHost,
  { prepared, state, check, ...given }: BaseToKnow,
): Promise<void> {
  const { input, runId, base: commit } = given;
  const { stores, gitDir, recordedAs } = state;
  await withBaseCopies(host, { prepared, commit, gitDir }, async ({ copies, ...base }) => {
    const deps = { ...check, ...stores, clock: host.clock, copies };
    await recordBase(deps, { ...base, input, at: { repository: recordedAs, commit, runId } });
  });
}
