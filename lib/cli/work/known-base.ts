import type { RunId, Sha } from '#model/ids.ts';
import type { CheckDeps, CheckInput } from '#check/check-repository.ts';
import { recordBase } from '#check/record-base.ts';
import { withBaseCopies } from '#check/base-copies.ts';
import type { EngineHost } from '#check/needs/engine-host.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import type { StateElsewhere } from '../fix/open-fix.ts';

export interface BaseToKnow {
  readonly prepared: PreparedCheck;
  readonly state: StateElsewhere;
  readonly check: CheckDeps;
  readonly input: CheckInput;
  readonly runId: RunId;
  readonly base: Sha;
}

/** Sees to it that the store knows what the engines say of the base, without which all findings would be new. */
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
