import { systemClock } from '#platform/system/clock.ts';
import type { RunId, Sha } from '#model/ids.ts';
import type { CheckDeps, CheckInput } from '#check/check-repository.ts';
import { recordBase } from '#check/record-base.ts';
import { inBaseRoom } from '../check/base-room.ts';
import type { PreparedCheck } from '../check/prepare.ts';
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
export async function knowBase({ prepared, state, check, ...given }: BaseToKnow): Promise<void> {
  const { input, runId, base: commit } = given;
  const { stores, gitDir, recordedAs } = state;
  await inBaseRoom(check, { prepared, commit, gitDir }, async ({ copies, base }) => {
    const deps = { ...check, ...stores, clock: systemClock, copies };
    await recordBase(deps, { ...base, input, at: { repository: recordedAs, commit, runId } });
  });
}
