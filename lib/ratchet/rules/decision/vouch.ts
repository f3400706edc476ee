import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type { Vouching } from '#model/vouching.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { isTrustedPusher } from '../observation/trust.ts';
import { isAskedFor } from './switch.ts';

type Facts = Pick<LookFacts, 'authorAssociation' | 'labels' | 'switchedTo' | 'vouching'>;
type Settings = Pick<RatchetSettings, 'trusted'>;

/** Why no code of this head may be run; undefined: a person vouches for it. */
export interface Unvouched {
  readonly code: 'UNTRUSTED_AUTHOR' | 'UNVOUCHED';
  readonly reason: string;
}

/**
 * A head is vouched for where all that was pushed came from people who may write to the repository or from an author
 * who is trusted, or where a person who may write asked for it after everything else was pushed.
 */
export function unvouched(facts: Facts, settings: Settings): Unvouched | undefined {
  const { authorAssociation: association, vouching } = facts;
  const isAsked = isAskedFor(facts);
  const isTrusted = isTrustedPusher(
    { association, mayWrite: vouching?.authorMayWrite },
    settings.trusted,
  );
  const pushed = vouching && lastForeignPush(vouching, isTrusted);
  if (pushed === undefined) return isAsked || isTrusted ? undefined : untrusted(association);
  if (isSince(vouching?.askedAt, pushed.at)) return undefined;
  if (!isAsked && !isTrusted) return untrusted(association);
  return { code: 'UNVOUCHED', reason: reasonFor(pushed, { isAsked, vouching }) };
}

interface Pushed {
  /** In words that begin a sentence. */
  readonly who: string;
  readonly at: number;
}

/** The last push by people who are neither trusted nor may write to the repository. */
function lastForeignPush({ outsider, authorAt }: Vouching, isTrusted: boolean): Pushed | undefined {
  const byOther = outsider && {
    who: outsider.by ?? 'An account that could not be told',
    at: outsider.at,
  };
  const byAuthor = authorAt === null || isTrusted ? undefined : { who: 'The author', at: authorAt };
  const found = [byOther, byAuthor].filter((one) => one !== null && one !== undefined);
  return found.toSorted((one, two) => two.at - one.at)[0];
}

/** The forge tells whole seconds, so what was asked in the second of a push may have come before it. */
function isSince(askedAt: number | null | undefined, pushedAt: number): boolean {
  return askedAt !== null && askedAt !== undefined && secondOf(askedAt) > secondOf(pushedAt);
}

/** An operator asks at a clock that has milliseconds. */
function secondOf(at: number): number {
  return Math.floor(at / 1_000);
}

function untrusted(association: string): Unvouched {
  const reason = `Its author is ${association} here: a person has to switch the ratchet on.`;
  return { code: 'UNTRUSTED_AUTHOR', reason };
}

function reasonFor(
  { who }: Pushed,
  { isAsked, vouching }: { readonly isAsked: boolean; readonly vouching: Facts['vouching'] },
): string {
  const asks = 'a person who may write has to look at the newest commits and say `/ratchet on`.';
  if (vouching?.isHidden === true) {
    return `It is not shown to us who pushed to this fork and when, so only what is said after we saw it counts: ${asks}`;
  }
  const wasAsked = isAsked && vouching?.askedAt !== null;
  const when = wasAsked ? ' after the ratchet was switched on' : '';
  return `${who} pushed to this branch${when} and may not write to this repository: ${asks}`;
}

/** People ask by words as well as by the label: what they said last counts. */
export function withWords(
  { askedAt, ...known }: Vouching,
  { switched, vouched }: Pick<WorkspaceState, 'switched' | 'vouched'>,
): Vouching {
  const said = [askedAt, switched?.to === 'on' ? switched.at : null, vouched?.at ?? null];
  const times = said.filter((at) => at !== null);
  return {
    ...known,
    askedAt: times.length === 0 ? null : Math.max(...times),
  };
}
