import type { DecisionInputs } from '#model/decision.ts';
import type { Vouching } from '#model/vouching.ts';
import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type { HeldSuite } from '#model/observation.ts';
import { checkLabel } from '#ratchet/rules/observation/check-key.ts';
import { dollars } from '../run/words.ts';
import { moment, span } from '#base/moment.ts';
import type { DecisionCode } from './decision-code.ts';

interface Known {
  readonly facts: LookFacts;
  readonly settings: RatchetSettings;
  readonly inputs: DecisionInputs;
}

interface Question {
  readonly asks: string;
  /** What was known about it. */
  readonly seen: (known: Known) => string;
}

const pullRequest = ({ facts }: Known): string =>
  facts.prState === 'none' ? 'there is none' : `it is ${facts.prState}`;
const checks = ({ facts }: Known): string => ciWords[facts.ciStatus];
const merging = ({ facts }: Known): string => mergeWords[facts.mergeState];
const awaited = ({ facts, settings }: Known): string => {
  const { staleSince, restarted, mergeState, now } = facts;
  if (staleSince === null) return 'none are awaited';
  if (restarted) return 'they have restarted';
  if (mergeState === 'conflicting') return 'a branch in conflict starts none';
  return `awaited for ${span(now - staleSince)}, at most ${span(settings.staleCi)}`;
};
const live = ({ facts: { session } }: Known): string =>
  session === null ? 'there is none' : `it is ${session.phase}`;
const rights = ({ facts }: Known): string => (facts.canPush ? 'we may push' : 'we may not push');
const failing = ({ facts: { failed, onBase } }: Known): string =>
  `${listed(failed.map(({ name }) => name))} here, ${listed(onBase)} on the base`;
const mended = ({ facts: { baseBroken, baseUnknownSince } }: Known): string =>
  `the base broke ${listed(baseBroken)}${baseUnknownSince === null ? '' : ', and is not checked yet'}`;

const agents = ({ facts: { unavailable } }: Known): string => {
  if (unavailable === null) return 'agents could work';
  const { because, times } = unavailable;
  const what = because === 'provider' ? 'no provider answered' : 'no account was accepted';
  return `${what}, ${times} ${times === 1 ? 'session' : 'sessions'} in a row`;
};

/** What each code asks for, and what was known about it. */
export const questions: Readonly<Record<DecisionCode, Question>> = {
  STOPPING: { asks: 'Is our session to be stopped?', seen: live },
  SESSION_LIVE: { asks: 'Is a session of ours live?', seen: live },
  WORKING_SESSION: {
    asks: 'Is somebody else at work on the branch?',
    seen: ({ facts: { hold } }) =>
      hold === null
        ? 'nobody holds it'
        : `${hold.holder}, ${hold.state}, until ${moment(hold.expiresAt)}`,
  },
  NO_PULL_REQUEST: { asks: 'Is there no pull request?', seen: pullRequest },
  CLOSED: { asks: 'Is it closed?', seen: pullRequest },
  MERGED: { asks: 'Is it merged?', seen: pullRequest },
  CI_RUNNING: { asks: 'Are checks running?', seen: checks },
  RUNNING_TOO_LONG: {
    asks: 'Does a check run for too long?',
    seen: ({ facts: { pending: [oldest] = [], now }, settings: { running } }) =>
      oldest === undefined
        ? 'none does'
        : `${oldest.name} for ${span(now - oldest.since)}, at most ${span(running)}`,
  },
  STALE_CI: { asks: 'Are checks still to restart after our push?', seen: awaited },
  STALE_CI_TIMEOUT: { asks: 'Have they not restarted in time?', seen: awaited },
  DISABLED: {
    asks: 'Is the ratchet switched off here?',
    seen: ({ facts: { labels, switchedTo }, inputs, settings }) =>
      `${inputs.ratchetEnabled ? 'on' : 'off'}: a person said ${switchedTo ?? 'nothing'}, labels ${listed(labels)}, configured ${settings.enabled ? 'on' : 'off'}`,
  },
  MERGE_CONFLICT: { asks: 'Does the branch conflict with its base?', seen: merging },
  UNSETTLED: {
    asks: 'Is anything not certain yet?',
    seen: (known) => `${checks(known)}; ${merging(known)}`,
  },
  APPROVAL_NEEDED: { asks: 'Does a workflow wait for an approval?', seen: heldBy('approval') },
  WORKFLOW_BROKEN: { asks: 'Could a workflow not start?', seen: heldBy('broken') },
  UNKNOWN_TOO_LONG: {
    asks: 'Was nothing certain for too long?',
    seen: ({ facts: { unknownSince, now }, settings }) =>
      unknownSince === null
        ? 'no'
        : `for ${span(now - unknownSince)}, at most ${span(settings.unknown)}`,
  },
  CI_FAILED: {
    asks: 'Did checks fail?',
    seen: ({ facts: { ciStatus, failed } }) =>
      ciStatus === 'failed' ? listed(failed.map(({ name }) => name)) : ciWords[ciStatus],
  },
  REVIEW: {
    asks: 'Does a review ask for changes?',
    seen: ({ facts }) => (facts.reviewState === 'clear' ? 'nothing is asked for' : 'it does'),
  },
  GREEN: { asks: 'Is nothing left to do?', seen: () => 'nothing of the above holds' },
  ATTEMPTS_SPENT: {
    asks: 'Were too many fixups pushed in a row?',
    seen: ({ facts, settings }) => `${facts.attempts} of ${settings.attempts}`,
  },
  ARCHIVED: {
    asks: 'Is the repository archived?',
    seen: ({ facts }) => (facts.archived === true ? 'it is' : 'it is not'),
  },
  PAUSED: {
    asks: 'Is all fixing paused?',
    seen: ({ facts: { paused } }) => (paused === null ? 'it is not' : `by ${paused}`),
  },
  DRAFT: {
    asks: 'Is it a draft that is only watched?',
    seen: ({ facts, settings }) =>
      facts.draft ? `a draft; drafts: ${settings.drafts}` : 'it is no draft',
  },
  UNTRUSTED_AUTHOR: {
    asks: 'Did nobody who is trusted ask for it?',
    seen: ({ facts: { authorAssociation, switchedTo, labels } }) =>
      `its author is ${authorAssociation}; a person said ${switchedTo ?? 'nothing'}, labels ${listed(labels)}`,
  },
  UNVOUCHED: {
    asks: 'Did people who may not write push after a person asked for it?',
    seen: ({ facts: { vouching } }) =>
      vouching === undefined ? 'it was not asked' : pushed(vouching),
  },
  MERGE_QUEUE: {
    asks: 'Is it in the merge queue?',
    seen: ({ facts }) => (facts.inMergeQueue ? 'it is' : 'it is not'),
  },
  FORK: {
    asks: 'Does the branch lie in a fork that we may not push to?',
    seen: (known) => `${known.facts.fromFork ? 'in a fork' : 'in no fork'}, ${rights(known)}`,
  },
  NO_PERMISSION: { asks: 'May we not push?', seen: rights },
  NO_WORKFLOWS_PERMISSION: {
    asks: 'Would the merge change workflow files, which we may not?',
    seen: ({ facts }) => (facts.workflowsBlocked ? 'it would' : 'it would not'),
  },
  TAKEN_BACK: {
    asks: 'Did people take back what we did for it?',
    seen: ({ facts: { refused } }) =>
      refused.length === 0
        ? 'no'
        : refused
            .map(({ commit, by }) => `${commit.slice(0, 12)} by ${by.slice(0, 12)}`)
            .join(', '),
  },
  BUDGET_SPENT: {
    asks: 'Is the budget of the pull request spent?',
    seen: ({ facts, settings }) =>
      `${dollars(facts.spentUsd)} of ${dollars(settings.pullRequestUsd)}`,
  },
  MONTH_SPENT: {
    asks: 'Is the budget of the month spent?',
    seen: ({ facts }) => (facts.monthSpent ? 'it is' : 'it is not'),
  },
  CRASHED: {
    asks: 'Were workers lost too often at this head?',
    seen: ({ facts, settings }) => `${facts.relaunches} in a row, at most ${settings.relaunches}`,
  },
  NO_AGENT: {
    asks: 'Could no agent work, and is it too early to try again?',
    seen: agents,
  },
  PARKED: {
    asks: 'Was a fixup for exactly this tried before?',
    seen: ({ facts }) => (facts.spent ? 'it was' : 'it was not'),
  },
  REVIEW_LEFT: {
    asks: 'Do threads wait for a person, answered without a change?',
    seen: ({ facts }) => (facts.reviewLeft ? 'they do' : 'none does'),
  },
  NEVER_STARTED: {
    asks: 'Did the failed checks never begin?',
    seen: ({ facts: { failure } }) =>
      failure === null
        ? 'it was not looked into'
        : listed((failure.neverStarted ?? []).map(({ name }) => name)),
  },
  BASE_BROKEN: { asks: 'Does the base fail in the same way?', seen: failing },
  BRANCH_UPDATE: {
    asks: 'Is it red only because its base was broken?',
    seen: mended,
  },
  INCIDENT: {
    asks: 'Do many pull requests share the failure?',
    seen: ({ facts: { failure, incidentUntil } }) =>
      `seen on ${failure?.seenOn ?? 0}${incidentUntil === null ? '' : `, an incident until ${moment(incidentUntil)}`}`,
  },
  FLAKY: {
    asks: 'Does a failure look unreliable, and has not run again?',
    seen: ({ facts: { failure } }) =>
      failure === null ? 'it was not looked into' : `${failure.flaky.length} look unreliable`,
  },
  CONFIG_BROKEN: {
    asks: 'Can ratchetr.yaml of the base branch not be used?',
    seen: () => 'read from the base branch',
  },
};

const ciWords: Readonly<Record<LookFacts['ciStatus'], string>> = {
  none: 'there are no checks',
  running: 'checks are running',
  failed: 'checks failed',
  passed: 'checks passed',
  unsettled: 'what the checks say is not certain',
};

function heldBy(says: HeldSuite['says']): Question['seen'] {
  return ({ facts: { held = [] } }) =>
    listed(held.filter((one) => one.says === says).map((one) => checkLabel(one)));
}

const mergeWords: Readonly<Record<LookFacts['mergeState'], string>> = {
  mergeable: 'it merges',
  conflicting: 'it conflicts',
  unknown: 'whether it merges is not known',
};

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

function pushed({ outsider, authorAt, askedAt }: Vouching): string {
  const pushes = [
    ...(outsider === null ? [] : [`${outsider.by ?? 'unknown'} ${moment(outsider.at)}`]),
    ...(authorAt === null ? [] : [`its author ${moment(authorAt)}`]),
  ];
  const asked = askedAt === null ? 'never' : moment(askedAt);
  return `pushed: ${listed(pushes)}; asked for: ${asked}`;
}
