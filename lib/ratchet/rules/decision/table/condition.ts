import type { Action, DecisionInputs, ForgeAction } from '#model/decision.ts';
import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type { SessionKind } from '#model/session.ts';
import { minuteMs } from '#base/durations.ts';

/** All that a decision is made from. The inputs follow from the facts and the settings. */
export interface DecisionBasis {
  readonly facts: LookFacts;
  readonly settings: RatchetSettings;
  readonly inputs: DecisionInputs;
}

/** One thing that is asked on the way to a decision, with all that is said and done where it holds. */
export interface Condition<Read = DecisionBasis> {
  readonly code: string;
  /** What is so where it holds, as the pages say it. */
  readonly where: string;
  readonly question: string;
  /** What was known about it. */
  readonly seen: (known: DecisionBasis) => string;
  readonly holds: (read: Read) => boolean;
  readonly action: Action;
  readonly sentence: (read: Read) => string;
  /** What else is known, after the sentence. */
  readonly remark?: (known: DecisionBasis) => string;
  /** Whether nothing happens by itself until a person acts; absent: it does. */
  readonly needsHuman?: (known: DecisionBasis) => boolean;
  /** What a person can do. */
  readonly advice?: string;
  readonly nextCheckAt: (known: DecisionBasis) => number | null;
  /** What the forge is asked to do meanwhile; undefined: it was asked already. */
  readonly forgeAction?: (known: DecisionBasis) => ForgeAction | undefined;
  /** Workers of earlier sessions are not stopped yet. */
  readonly keepsWorkers?: true;
}

/** A condition that the inputs alone decide. */
export interface Guard<Code extends string = string> extends Condition<
  Pick<DecisionBasis, 'inputs'>
> {
  readonly code: Code;
  /** As the specification counts them. */
  readonly number?: number;
  /** The session that is asked for where it holds. */
  readonly session?: SessionKind;
}

/** What the guards ask for. */
export interface FixupAction {
  readonly guard: Guard;
  readonly action: Action;
  readonly code: string;
  readonly reason: string;
}

export interface FixupBasis extends DecisionBasis {
  readonly fixup: FixupAction;
}

/** What stands against that which a guard asks for. */
export interface Obstacle<GuardCode extends string = string> extends Condition<FixupBasis> {
  /** The guards at which it is asked. */
  readonly against: readonly GuardCode[];
  /** Whether it is asked at all; absent: it is. */
  readonly isAsked?: (read: FixupBasis) => boolean;
}

/** Everything that is asked, in the order in which it is asked. */
export interface DecisionTable {
  /** Our own session comes before everything: its outcome is awaited. */
  readonly session: readonly Condition[];
  readonly guards: readonly Guard[];
  readonly obstacles: readonly Obstacle[];
  /** Asked last, of whatever would do something. */
  readonly veto: Condition<FixupBasis>;
}

type NextCheck = Condition['nextCheckAt'];

export const inAMinute: NextCheck = ({ facts: { now } }) => now + minuteMs;
export const inTenMinutes: NextCheck = ({ facts: { now } }) => now + 10 * minuteMs;
export const inADay: NextCheck = ({ facts: { now } }) => now + 24 * 60 * minuteMs;
export const whenWoken: NextCheck = () => null;

export const always = (): boolean => true;
