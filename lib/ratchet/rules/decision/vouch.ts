import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type { Vouching } from '#model/vouching.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { isTrustedPusher } from '../observation/trust.ts';
import { isSwitchedOnByPerson } from './switch.ts';

type Facts = Pick<LookFacts, 'authorAssociation' | 'labels' | 'switchedTo' | 'vouching'>;
type Settings = Pick<RatchetSettings, 'trusted'>;

/** Whether its author is not trusted, and no person asked for it. */
export function isUntrusted(facts: Facts, settings: Settings): boolean {
  return !isVouchedFor(facts, settings) && !isAskedForOrTrusted(facts, settings);
}

/** Whether people pushed after it was asked for. */
export function isUnvouched(facts: Facts, settings: Settings): boolean {
  return !isVouchedFor(facts, settings) && isAskedForOrTrusted(facts, settings);
}

/**
 * A head is vouched for where all that was pushed came from people who may write to the repository or from an author
 * who is trusted, or where a person who may write asked for it after everything else was pushed.
 */
function isVouchedFor(facts: Facts, settings: Settings): boolean {
  const pushed = lastForeignPush(facts, settings);
  if (pushed === undefined) return isAskedForOrTrusted(facts, settings);
  return isInLaterSecond(facts.vouching?.askedAt, pushed.at);
}

function isAskedForOrTrusted(facts: Facts, settings: Settings): boolean {
  return isSwitchedOnByPerson(facts) || isAuthorTrusted(facts, settings);
}

function isAuthorTrusted({ authorAssociation, vouching }: Facts, { trusted }: Settings): boolean {
  const mayWrite = vouching?.authorMayWrite;
  return isTrustedPusher({ association: authorAssociation, mayWrite }, trusted);
}

interface Pushed {
  /** In words that begin a sentence. */
  readonly who: string;
  readonly at: number;
}

const unknownAccount = 'An unknown account';

/** The last push by people who are neither trusted nor may write to the repository. */
function lastForeignPush(facts: Facts, settings: Settings): Pushed | undefined {
  if (facts.vouching === undefined) return undefined;
  const { outsider, authorAt } = facts.vouching;
  const byOther = outsider && {
    who: outsider.by ?? unknownAccount,
    at: outsider.at,
  };
  const byAuthor =
    authorAt === null || isAuthorTrusted(facts, settings)
      ? undefined
      : { who: 'The author', at: authorAt };
  const found = [byOther, byAuthor].filter((one) => one !== null && one !== undefined);
  return found.toSorted((one, two) => two.at - one.at)[0];
}

/** The forge tells whole seconds, so what was asked in the second of a push may have come before it. */
function isInLaterSecond(askedAt: number | null | undefined, pushedAt: number): boolean {
  return (
    askedAt !== null && askedAt !== undefined && floorToSecond(askedAt) > floorToSecond(pushedAt)
  );
}

/** An operator asks at a clock that has milliseconds. */
function floorToSecond(at: number): number {
  return Math.floor(at / 1_000);
}

/** Why no code of this head may be run although it was asked for. */
export function whyUnvouched(facts: Facts, settings: Settings): string {
  const { vouching } = facts;
  const asks =
    'a person who may write has to review the newest commits and then say `/ratchet on`.';
  if (vouching?.isHidden === true) {
    return `GitHub does not show who pushed to this fork and when, so only what was asked for after Ratchetr first saw this head counts: ${asks}`;
  }
  const who = lastForeignPush(facts, settings)?.who ?? unknownAccount;
  const wasAsked = isSwitchedOnByPerson(facts) && vouching?.askedAt !== null;
  const when = wasAsked ? ' after the ratchet was switched on' : '';
  return `${who} pushed to this branch${when} and may not write to this repository: ${asks}`;
}

/** People ask by words as well as by the label: what they said last counts. */
export function withSpokenVouching(
  { askedAt, ...known }: Vouching,
  { switched, vouched }: WorkspaceState,
): Vouching {
  const said = [askedAt, switched?.to === 'on' ? switched.at : null, vouched?.at ?? null];
  const times = said.filter((at) => at !== null);
  return {
    ...known,
    askedAt: times.length === 0 ? null : Math.max(...times),
  };
}
