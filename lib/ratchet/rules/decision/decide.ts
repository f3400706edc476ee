import type { Decision, DecisionInputs } from '#model/decision.ts';
import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import {
  determineFixupAction,
  type FixupAction,
  type GuardCode,
} from './determine-fixup-action.ts';
import { type Obstacle, obstacleTo, obstacleToGreen } from './further-guards.ts';
import { isEnabled } from './switch.ts';
import { heldUp, runningTooLong } from './waits-for-person.ts';
import { refusedFixup, withoutRefused } from './without-refused.ts';

const second = 1_000;
const minute = 60 * second;
export const tick = minute;
const watchful = 10 * minute;
const daily = 24 * 60 * minute;

/** One decision from what a look knows; nothing else goes into it, so it can be made again. */
export function decide(facts: LookFacts, settings: RatchetSettings): Decision {
  const inputs = inputsOf(facts, settings);
  const own = ownSession(facts);
  if (own !== undefined) return { ...own, inputs };
  const fixup = determineFixupAction(withoutRefused(inputs, facts));
  const obstacle = obstacleOf(fixup, { inputs, facts, settings });
  if (obstacle !== undefined) return { ...fromObstacle(obstacle, facts), inputs };
  const asked = forPerson(fixup, inputs, { facts, settings });
  return { ...(asked ?? fromGuard(fixup, facts, settings)), inputs };
}

function inputsOf(facts: LookFacts, settings: RatchetSettings): DecisionInputs {
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
    staleCi: staleness(facts, settings),
  };
}

/** A branch in conflict starts no checks, so there is nothing to wait for. */
function staleness(
  { staleSince, restarted, mergeState, now }: LookFacts,
  { staleCi }: RatchetSettings,
): DecisionInputs['staleCi'] {
  if (staleSince === null || restarted || mergeState === 'conflicting') return 'fresh';
  return now - staleSince > staleCi ? 'timed-out' : 'stale';
}

type Said = Omit<Decision, 'inputs'>;

/** The session stays until its outcome is known: that is how the loop awaits it. */
function ownSession({ session, prState, headSha, now }: LookFacts): Said | undefined {
  if (session === null) return undefined;
  const wait = { action: 'WAIT', needsHuman: false } as const;
  const isOver = prState !== 'open';
  const isSuperseded = headSha !== null && headSha !== session.headBefore;
  const mayStop = session.cancelled === null && canStop(session.phase);
  if (mayStop && (isOver || isSuperseded)) {
    const reason = isOver
      ? 'The pull request is over: its worker is stopped first.'
      : 'The branch moved under the session: its worker is stopped.';
    return { ...wait, code: 'STOPPING', reason, nextCheckAt: now + 10 * second };
  }
  const isStarted = session.phase !== 'reserved' && session.phase !== 'launching';
  const limit = isStarted ? session.deadline : session.startBy;
  const reason = `A session is ${session.phase}.`;
  return {
    ...wait,
    code: 'SESSION_LIVE',
    reason,
    nextCheckAt: limit > now ? Math.min(limit + second, now + tick) : now + tick,
  };
}

/** What is being published is so near its end that stopping it would only lose its outcome. */
function canStop(phase: NonNullable<LookFacts['session']>['phase']): boolean {
  return phase === 'reserved' || phase === 'launching' || phase === 'running';
}

function obstacleOf(fixup: FixupAction, { inputs, facts, settings }: Known): Obstacle | undefined {
  if (isFixup(fixup)) return obstacleTo(fixup.action, facts, settings);
  if (fixup.code !== 'GREEN') return undefined;
  const refused = refusedFixup(inputs, facts);
  return refused === undefined
    ? obstacleToGreen(facts, settings)
    : obstacleTo(refused, facts, settings);
}

interface Known {
  readonly inputs: DecisionInputs;
  readonly facts: LookFacts;
  readonly settings: RatchetSettings;
}

function isFixup(
  fixup: FixupAction,
): fixup is FixupAction & { readonly action: 'FIX_MERGE_CONFLICT' | 'FIX_CI' | 'FIX_REVIEW' } {
  return fixup.action.startsWith('FIX_');
}

function fromObstacle(obstacle: Obstacle, { now }: LookFacts): Said {
  const { action, code, reason, needsHuman = false, errand, until } = obstacle;
  const pause = errand === undefined && code !== 'MERGE_QUEUE' ? watchful : tick;
  const nextCheckAt = Math.min(until ?? Infinity, now + pause);
  return { action, code, reason, needsHuman, ...(errand && { errand }), nextCheckAt };
}

function fromGuard(
  { action, code, reason }: FixupAction,
  facts: LookFacts,
  settings: RatchetSettings,
): Said {
  const { now } = facts;
  if (code === 'UNSETTLED') return unsettled(reason, facts, settings);
  const said = { action, code, reason, needsHuman: asksHuman(code) };
  if (code === 'STALE_CI' && facts.staleSince !== null) {
    const limit = facts.staleSince + settings.staleCi + second;
    return { ...said, nextCheckAt: Math.max(now + second, Math.min(now + tick, limit)) };
  }
  if (code === 'WORKING_SESSION' && facts.hold !== null) {
    return { ...said, nextCheckAt: Math.min(now + tick, facts.hold.expiresAt) };
  }
  if (action === 'DONE') {
    const isOpen = facts.prState === 'open';
    return { ...said, nextCheckAt: isOpen ? now + daily : null };
  }
  if (action === 'CLEANUP_ONLY' || action === 'TERMINAL_FAILED') {
    return { ...said, nextCheckAt: now + watchful };
  }
  return { ...said, nextCheckAt: now + tick };
}

/** What waits for something that does not come by itself. */
function forPerson(
  { code, action }: FixupAction,
  { ciStatus, ratchetEnabled }: DecisionInputs,
  { facts, settings }: { readonly facts: LookFacts; readonly settings: RatchetSettings },
): Said | undefined {
  const asked =
    code === 'CI_RUNNING' && ratchetEnabled
      ? runningTooLong(facts, settings)
      : code === 'UNSETTLED' && ciStatus === 'unsettled'
        ? heldUp(facts)
        : undefined;
  return asked && { action, ...asked, needsHuman: true, nextCheckAt: facts.now + watchful };
}

const forHumans: ReadonlySet<GuardCode> = new Set(['STALE_CI_TIMEOUT', 'ATTEMPTS_SPENT']);

function asksHuman(code: GuardCode): boolean {
  return forHumans.has(code);
}

/** Waits for certainty, but not for ever. */
function unsettled(reason: string, facts: LookFacts, settings: RatchetSettings): Said {
  const { now, unknownSince, missing, ciSince, observedAt = now } = facts;
  const never = missing.length === 0 ? '' : ` Required and never reported: ${missing.join(', ')}.`;
  if (unknownSince !== null && now - unknownSince > settings.unknown) {
    return {
      action: 'WAIT',
      code: 'UNKNOWN_TOO_LONG',
      reason: `Nothing certain is known for too long.${never}`,
      needsHuman: true,
      nextCheckAt: now + watchful,
    };
  }
  const settledAt = ciSince + settings.settle;
  // A look takes its time: what had not settled when it began may have by now, and is worth another at once.
  const soon = soonOf(facts) ?? (settledAt > observedAt ? Math.max(settledAt, now) : now + tick);
  return {
    action: 'WAIT',
    code: 'UNSETTLED',
    reason: `${reason}${never}`,
    needsHuman: false,
    nextCheckAt: Math.min(soon, now + tick),
  };
}

/** The forge works out whether a branch merges only once it is asked, and then within seconds. */
function soonOf({ mergeState, unknownSince, now }: LookFacts): number | undefined {
  const isFresh = unknownSince === null || now - unknownSince < 30 * second;
  return mergeState === 'unknown' && isFresh ? now + 3 * second : undefined;
}
