import type { LookFacts } from '#model/look-facts.ts';
import { minuteMs, secondMs } from '#base/durations.ts';
import { type Condition, type DecisionBasis } from './condition.ts';

export const stoppingCode = 'STOPPING';

const seen = ({ facts: { session } }: DecisionBasis): string =>
  session === null ? 'there is none' : `it is ${session.phase}`;

/** A session of ours comes before all guards. It stays until its outcome is known: that is how the loop awaits it. */
export const ownSession: readonly Condition[] = [
  {
    code: stoppingCode,
    where: 'our session is being stopped, because the branch moved or the pull request is over',
    question: 'Does our session have to be stopped?',
    seen,
    holds: ({ facts }) =>
      mayBeStopped(facts) && (isPullRequestOver(facts) || hasBranchMoved(facts)),
    action: 'WAIT',
    sentence: ({ facts }) =>
      isPullRequestOver(facts)
        ? 'The pull request is over, so the worker of its session is stopped first.'
        : 'The branch moved while a session worked on it, so the worker is stopped.',
    nextCheckAt: ({ facts: { now } }) => now + 10 * secondMs,
    keepsWorkers: true,
  },
  {
    code: 'SESSION_LIVE',
    where: 'a session of ours has not ended yet',
    question: 'Is there a session of ours that has not ended yet?',
    seen,
    holds: ({ facts }) => facts.session !== null,
    action: 'WAIT',
    sentence: ({ facts: { session } }) => `A session is ${session?.phase}.`,
    advice: 'Wait for it to end, or drop it with `/ratchet stop`.',
    nextCheckAt: ({ facts }) => {
      const { now } = facts;
      const limit = currentDeadline(facts);
      return limit > now ? Math.min(limit + secondMs, now + minuteMs) : now + minuteMs;
    },
    keepsWorkers: true,
  },
];

/** What is being published is so near its end that stopping it would only lose its outcome. */
function mayBeStopped({ session }: LookFacts): boolean {
  if (session === null || session.cancelled !== null) return false;
  return isAwaitingWorker(session) || session.phase === 'running';
}

function isPullRequestOver({ prState }: LookFacts): boolean {
  return prState !== 'open';
}

function hasBranchMoved({ headSha, session }: LookFacts): boolean {
  return headSha !== null && headSha !== session?.headBefore;
}

/** When its worker must have started, or finished. */
function currentDeadline({ session, now }: LookFacts): number {
  if (session === null) return now;
  return isAwaitingWorker(session) ? session.startBy : session.deadline;
}

function isAwaitingWorker({ phase }: NonNullable<LookFacts['session']>): boolean {
  return phase === 'reserved' || phase === 'launching';
}
