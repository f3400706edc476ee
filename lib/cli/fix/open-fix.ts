import type { CheckDeps, CheckInput } from '#check/check-repository.ts';
import { findRecorded } from '#check/recorded-baselines.ts';
import { checkDeps, checkInput } from '#check/check-input.ts';
import type { EngineHost } from '#check/needs/engine-host.ts';
import { recordedIn } from '#local/records.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import type { CliContext } from '../context.ts';
import { type Ground, openGround, type StatePlaces } from './ground.ts';

/** What a repair works with on this machine. */
export interface OpenedFix {
  readonly host: EngineHost;
  readonly check: CheckDeps;
  readonly input: CheckInput;
  readonly ground: Ground;
}

/** State of a run that is kept elsewhere than in its repository. */
export interface StateElsewhere extends StatePlaces {
  /** The name under which baselines of the repository are recorded there. */
  readonly recordedAs: string;
}

export interface FixToOpen {
  readonly prepared: PreparedCheck;
  readonly state?: StateElsewhere;
}

/** Gathers what a repair needs; undefined: it has nothing to stand on, which was told. */
export async function openFix(
  context: CliContext,
  host: EngineHost,
  { prepared, state }: FixToOpen,
): Promise<OpenedFix | undefined> {
  const check =
    state === undefined
      ? checkDeps(host, prepared, recordedIn(prepared.repository))
      : checkElsewhere(host, prepared, state);
  const input = await checkInput(host, prepared, context.signal);
  const ground = await openGround(context, prepared, { check, input, state });
  return ground && { host, check, input, ground };
}

/** What a check works with whose state is not in its repository: a state file that came with it is not ours. */
export function checkElsewhere(
  host: EngineHost,
  prepared: PreparedCheck,
  { stores, recordedAs }: Pick<StateElsewhere, 'recordedAs' | 'stores'>,
): CheckDeps {
  const recordedOf: CheckDeps['recordedOf'] = (commit) => findRecorded(stores, recordedAs, commit);
  // There the base was judged before, and what was found out is recorded.
  return { ...checkDeps(host, prepared, recordedOf), judgeBase: undefined };
}
