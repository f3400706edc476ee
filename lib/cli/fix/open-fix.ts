import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { CheckDeps, CheckInput } from '#check/check-repository.ts';
import { findRecorded } from '#check/recorded-baselines.ts';
import { checkInput, createCheckDeps } from '../check/deps.ts';
import type { PreparedCheck } from '../check/prepare.ts';
import type { CliContext } from '../context.ts';
import { type Ground, openGround, type StatePlaces } from './ground.ts';

/** What a repair works with on this machine. */
export interface OpenedFix {
  readonly check: CheckDeps;
  readonly input: CheckInput;
  readonly ground: Ground;
}

/** State of a run that is kept elsewhere than in its repository. */
export interface StateElsewhere extends StatePlaces {
  /** The name under which baselines of the repository are recorded there. */
  readonly recordedAs: string;
}

/** Gathers what a repair needs; undefined: it has nothing to stand on, which was told. */
export async function openFix(
  context: CliContext,
  prepared: PreparedCheck,
  state?: StateElsewhere,
): Promise<OpenedFix | undefined> {
  const check = openCheck(context, prepared, state);
  const input = await checkInput(context, prepared);
  const ground = await openGround(context, prepared, { check, input, state });
  return ground && { check, input, ground };
}

/** What a check needs of this machine, where other work goes on at the same time. */
export function openCheck(
  context: CliContext,
  prepared: PreparedCheck,
  state?: Pick<StateElsewhere, 'recordedAs' | 'stores'>,
): CheckDeps {
  const { env: parentEnv, asUser } = context;
  const processes = createProcesses({ clock: systemClock, parentEnv, asUser, asksApart: true });
  const deps = { ...createCheckDeps(context, prepared), processes };
  if (state === undefined) return deps;
  // A state file that came with the repository is not ours.
  const { stores, recordedAs } = state;
  const recordedOf: CheckDeps['recordedOf'] = (commit) => findRecorded(stores, recordedAs, commit);
  // There the base was judged before, and what was found out is recorded.
  return { ...deps, recordedOf, judgeBase: undefined };
}
