import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type { RunKind } from '#model/run.ts';
import { joinNames } from '#base/words.ts';
import { moment } from '#base/moment.ts';
import type { Vouching } from '#model/vouching.ts';
import {
  type FixupBasis,
  always,
  type Condition,
  type DecisionBasis,
  inAMinute,
  inTenMinutes,
} from './condition.ts';
import type { GuardCode, GuardObstacle } from './guards.ts';
import { isUntrusted, isUnvouched, whyUnvouched } from '../vouch.ts';

/** What is known right before a launch. */
export interface LaunchBasis {
  readonly facts: Pick<
    LookFacts,
    | 'archived'
    | 'authorAssociation'
    | 'canPush'
    | 'draft'
    | 'fromFork'
    | 'inMergeQueue'
    | 'labels'
    | 'paused'
    | 'switchedTo'
    | 'vouching'
  >;
  readonly settings: Pick<RatchetSettings, 'drafts' | 'forks' | 'trusted'>;
}

interface LaunchObstacle
  extends Condition<LaunchBasis>, Pick<GuardObstacle, 'against' | 'isAsked'> {
  /** What is not launched. A check takes nothing from the author and pushes nothing. */
  readonly keepsBack: readonly RunKind[];
}

export const fixups: readonly GuardCode[] = ['MERGE_CONFLICT', 'CI_FAILED', 'REVIEW'];

const anyRun: readonly RunKind[] = ['check', 'fixup'];

/**
 * What stands against starting a worker. It is asked when a launch is decided and once more right before it: a worker
 * runs code of the pull request.
 */
export const launchObstacles: readonly LaunchObstacle[] = [
  {
    code: 'ARCHIVED',
    against: fixups,
    keepsBack: anyRun,
    where: 'the repository is archived, so nothing in it can be changed',
    question: 'Is the repository archived?',
    seen: ({ facts }) => (facts.archived === true ? 'it is' : 'it is not'),
    holds: ({ facts }) => facts.archived === true,
    action: 'CLEANUP_ONLY',
    sentence: () => 'The repository is archived, so nothing in it can be changed.',
    advice: 'Take the repository out of the archive to have it repaired again.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'PAUSED',
    against: fixups,
    keepsBack: anyRun,
    where: 'an operator paused all fixing',
    question: 'Is all fixing paused?',
    seen: ({ facts: { paused } }) => (paused === null ? 'it is not' : `by ${paused}`),
    holds: ({ facts }) => facts.paused !== null,
    action: 'CLEANUP_ONLY',
    sentence: ({ facts }) => describePause(facts.paused ?? ''),
    advice: '`ratchetr resume` ends the pause.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'DRAFT',
    against: fixups,
    keepsBack: ['fixup'],
    where: 'it is a draft, and drafts are only watched',
    question: 'Is it a draft, and are drafts only watched?',
    seen: ({ facts, settings }) =>
      facts.draft ? `it is a draft; policy.drafts is ${settings.drafts}` : 'it is not a draft',
    holds: ({ facts, settings }) => facts.draft && settings.drafts === 'observe',
    action: 'CLEANUP_ONLY',
    sentence: () => 'It is a draft, and drafts are only watched.',
    advice: 'Mark it as ready for review, or set `policy.drafts: fix` to have drafts repaired too.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'UNTRUSTED_AUTHOR',
    against: [...fixups, 'GREEN'],
    isAsked: countsOurCheck,
    keepsBack: anyRun,
    where: 'its author is not trusted, and no person switched the ratchet on',
    question: 'Is its author not trusted, and did no person switch the ratchet on?',
    seen: ({ facts: { authorAssociation, switchedTo, labels } }) =>
      `its author is ${authorAssociation}; last command ${switchedTo ?? 'none'}; labels ${joinNames(labels)}`,
    holds: ({ facts, settings }) => isUntrusted(facts, settings),
    action: 'CLEANUP_ONLY',
    sentence: ({ facts }) =>
      `Its author is not trusted here (${facts.authorAssociation}), so a person who may write has to switch the ratchet on.`,
    needsHuman: always,
    advice: 'A person who may write to this repository can say `/ratchet on`.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'UNVOUCHED',
    against: [...fixups, 'GREEN'],
    isAsked: countsOurCheck,
    keepsBack: anyRun,
    where: 'an account that may not write pushed since it was switched on, or who pushed is hidden',
    question: 'Did an account that may not write push after a person switched the ratchet on?',
    seen: ({ facts: { vouching } }) =>
      vouching === undefined ? 'the pushes were not looked up' : describePushes(vouching),
    holds: ({ facts, settings }) => isUnvouched(facts, settings),
    action: 'CLEANUP_ONLY',
    sentence: ({ facts, settings }) => whyUnvouched(facts, settings),
    needsHuman: always,
    advice:
      'A person who may write to this repository should review the newest commits and then say `/ratchet on`.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'MERGE_QUEUE',
    against: fixups,
    keepsBack: ['fixup'],
    where: 'it is in the merge queue, and a push would remove it from there',
    question: 'Is it in the merge queue?',
    seen: ({ facts }) => (facts.inMergeQueue ? 'it is' : 'it is not'),
    holds: ({ facts }) => facts.inMergeQueue,
    action: 'WAIT',
    sentence: () => 'It is in the merge queue, and a push would remove it from there.',
    nextCheckAt: inAMinute,
  },
  {
    code: 'FORK',
    against: fixups,
    keepsBack: anyRun,
    where: 'the branch is in a fork that we may not push to, and `policy.forks` is `observe`',
    question: 'Is the branch in a fork that we may not push to?',
    seen: (known) =>
      `${known.facts.fromFork ? 'in a fork' : 'not in a fork'}, ${describeRights(known)}`,
    holds: (known) => mayNotPush(known) && known.facts.fromFork,
    action: 'CLEANUP_ONLY',
    sentence: () => 'The branch is in a fork that Ratchetr may not push to.',
    needsHuman: always,
    advice:
      'Repair it by hand, or set `policy.forks: patch` in ratchetr.yaml to be offered patches.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'NO_PERMISSION',
    against: fixups,
    keepsBack: ['fixup'],
    where: 'we may not push to the repository, and `policy.forks` is `observe`',
    question: 'Do we lack the right to push?',
    seen: describeRights,
    holds: (known) => mayNotPush(known) && !known.facts.fromFork,
    action: 'CLEANUP_ONLY',
    sentence: () => 'Ratchetr may not push to this repository.',
    needsHuman: always,
    advice: 'Give the App the right to push to this repository, or repair it by hand.',
    nextCheckAt: inTenMinutes,
  },
];

/** Why no worker may be started for this; undefined: one may. */
export function whyNotLaunched(kind: RunKind, known: LaunchBasis): string | undefined {
  return launchObstacles
    .find(({ keepsBack, holds }) => keepsBack.includes(kind) && holds(known))
    ?.sentence(known);
}

export function describePause(by: string): string {
  return `${by} paused all fixing.`;
}

/** What is green without our own check would not say why that is missing. */
function countsOurCheck({ fixup, settings }: FixupBasis): boolean {
  return fixup.code !== 'GREEN' || settings.checks;
}

function mayNotPush({ facts, settings }: LaunchBasis): boolean {
  return !facts.canPush && settings.forks === 'observe';
}

function describeRights({ facts }: DecisionBasis): string {
  return facts.canPush ? 'we may push' : 'we may not push';
}

function describePushes({ outsider, authorAt, askedAt }: Vouching): string {
  const pushes = [
    ...(outsider === null ? [] : [`${outsider.by ?? 'unknown'} ${moment(outsider.at)}`]),
    ...(authorAt === null ? [] : [`its author ${moment(authorAt)}`]),
  ];
  const asked = askedAt === null ? 'never' : moment(askedAt);
  return `pushes: ${joinNames(pushes)}; asked for: ${asked}`;
}
