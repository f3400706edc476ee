import type { Decision, DecisionInputs } from '#model/decision.ts';
import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type {
  FixupBasis,
  Condition,
  DecisionTable,
  FixupAction,
  Guard,
} from './table/condition.ts';
import { decisionTable } from './table/decision-table.ts';
import { determineFixupAction } from './determine-fixup-action.ts';
import { isEnabled } from './switch.ts';

/** One decision from what a look knows; nothing else goes into it, so it can be made again. */
export function decide(
  facts: LookFacts,
  settings: RatchetSettings,
  table: DecisionTable = decisionTable,
): Decision {
  return walkDecisionTable(facts, settings, table).decision;
}

/** One thing that was asked on the way to a decision. */
export interface AskedCondition {
  readonly code: string;
  readonly asks: string;
  /** What was known about it. */
  readonly seen: string;
  /** Null: the decision was made before. */
  readonly holds: boolean | null;
}

/** Walks the table: what is decided, and everything that is asked before it. */
export function walkDecisionTable(
  facts: LookFacts,
  settings: RatchetSettings,
  table: DecisionTable = decisionTable,
): { readonly decision: Decision; readonly asked: readonly AskedCondition[] } {
  const inputs = collectInputs(facts, settings);
  const known = {
    facts,
    settings,
    inputs,
    fixup: determineBesideRefused(inputs, facts, table.guards),
  };
  const own = table.session.find(({ holds }) => holds(known));
  const first = own ?? known.fixup.guard;
  const against = own === undefined ? table.obstacles.filter(isAskedAgainst(known)) : [];
  const obstacle = against.find(({ holds }) => holds(known));
  const found = obstacle ?? first;
  const isVetoed = found.action !== 'WAIT' && found.action !== 'DONE' && table.veto.holds(known);
  const isVetoAsked = isVetoed || (own === undefined && known.fixup.guard.session !== undefined);
  const veto = {
    condition: table.veto,
    holds: isVetoed ? true : obstacle === undefined ? false : null,
  };
  const asked = [
    ...askUntil([...table.session, ...table.guards], first),
    ...askUntil(against, obstacle),
    ...(isVetoAsked ? [veto] : []),
  ];
  return {
    decision: toDecision(isVetoed ? table.veto : found, known),
    asked: asked.map(({ condition, holds }) => {
      const { code, question, seen } = condition;
      return { code, asks: question, seen: seen(known), holds };
    }),
  };
}

function collectInputs(facts: LookFacts, settings: RatchetSettings): DecisionInputs {
  const { prState, ciStatus, mergeState, reviewState } = facts;
  return {
    workingSession:
      facts.hold !== null && facts.hold.expiresAt > facts.now ? facts.hold.state : 'none',
    prState,
    ciStatus,
    mergeState,
    reviewState,
    ratchetEnabled: isEnabled(facts, settings),
    consecutiveAttempts: facts.attempts,
    attemptLimit: settings.attempts,
    staleCi: judgeStaleness(facts, settings),
  };
}

/** A branch in conflict starts no checks, so there is nothing to wait for. */
function judgeStaleness(
  { staleSince, restarted, mergeState, now }: LookFacts,
  { staleCiMs }: RatchetSettings,
): DecisionInputs['staleCi'] {
  if (staleSince === null || restarted || mergeState === 'conflicting') return 'fresh';
  return now - staleSince > staleCiMs ? 'timed-out' : 'stale';
}

/** What people took back asks for something only where nothing else does, and then however often it was tried. */
function determineBesideRefused(
  inputs: DecisionInputs,
  { refused }: LookFacts,
  guards: readonly Guard[],
): FixupAction {
  const beside = determineFixupAction(withoutRefused(inputs, refused), guards);
  const isNothingElse = beside.guard === guards.at(-1);
  return isNothingElse
    ? determineFixupAction({ ...inputs, consecutiveAttempts: 0 }, guards)
    : beside;
}

/** What is asked beside that which people took back: they want that as it is. */
function withoutRefused(inputs: DecisionInputs, refused: LookFacts['refused']): DecisionInputs {
  const kinds = new Set(refused.map(({ kind }) => kind));
  const { mergeState, ciStatus, reviewState } = inputs;
  return {
    ...inputs,
    mergeState:
      mergeState === 'conflicting' && kinds.has('merge-conflict') ? 'mergeable' : mergeState,
    ciStatus: ciStatus === 'failed' && kinds.has('ci') ? 'passed' : ciStatus,
    reviewState: kinds.has('review') ? 'clear' : reviewState,
  };
}

function isAskedAgainst(
  known: FixupBasis,
): (obstacle: DecisionTable['obstacles'][number]) => boolean {
  const { code } = known.fixup.guard;
  return ({ against, isAsked }) => against.includes(code) && isAsked?.(known) !== false;
}

function toDecision(condition: Condition<FixupBasis>, known: FixupBasis): Decision {
  const { action, code, sentence, remark, needsHuman, nextCheckAt } = condition;
  const forgeAction = condition.forgeAction?.(known);
  return {
    action,
    code,
    reason: `${sentence(known)}${remark?.(known) ?? ''}`,
    inputs: known.inputs,
    ...(forgeAction && { forgeAction }),
    needsHuman: needsHuman?.(known) ?? false,
    nextCheckAt: nextCheckAt(known),
  };
}

/** The first that holds decides; nothing after it is asked. */
function askUntil<One>(
  conditions: readonly One[],
  deciding: One | undefined,
): readonly { readonly condition: One; readonly holds: boolean | null }[] {
  const found = conditions.findIndex((one) => one === deciding);
  const at = found < 0 ? conditions.length : found;
  return conditions.map((condition, index) => ({
    condition,
    holds: index > at ? null : index === at,
  }));
}
