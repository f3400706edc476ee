import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type { HeldSuite } from '#model/observation.ts';
import { moment, span } from '#base/moment.ts';
import { joinNames, nameFirst } from '#base/words.ts';
import { checkLabel } from '../../observation/check-key.ts';
import { always, type Condition, inTenMinutes, type DecisionBasis } from './condition.ts';
import { type GuardObstacle, nameUnreported } from './guards.ts';

/** What waits for something that does not come by itself. */
export const waitingObstacles: readonly GuardObstacle[] = [
  {
    code: 'RUNNING_TOO_LONG',
    against: ['CI_RUNNING'],
    where: 'a check has run for longer than `timeouts.waitingForChecks`',
    question: 'Has a check been running for too long?',
    seen: ({ facts: { pending: [oldest] = [], now }, settings: { runningMs } }) =>
      oldest === undefined
        ? 'none has'
        : `${oldest.name} for ${span(now - oldest.since)}, at most ${span(runningMs)}`,
    // Some checks are made never to end; where the ratchet is off, no person is asked about them.
    holds: ({ facts, settings, inputs }) =>
      inputs.ratchetEnabled && lateChecks(facts, settings).length > 0,
    action: 'WAIT',
    sentence: ({ facts, settings }) => {
      const names = lateChecks(facts, settings).map(
        ({ name, since }) => `${name} (since ${formatMinute(since)})`,
      );
      return `These checks do not end: ${nameFirstFew(names)}.`;
    },
    needsHuman: always,
    advice: 'Find out why the check does not end; then approve what it waits for, or cancel it.',
    nextCheckAt: inTenMinutes,
    keepsWorkers: true,
  },
  {
    code: 'APPROVAL_NEEDED',
    against: ['UNSETTLED'],
    where: 'workflows wait until a person approves that they run',
    question: 'Does a workflow wait for approval?',
    seen: ({ facts }) => joinNames(suitesThat('approval', facts)),
    holds: isHeldBy('approval'),
    action: 'WAIT',
    sentence: ({ facts }) =>
      `These workflows wait for the approval of a person with write access: ${nameFirstFew(suitesThat('approval', facts))}.`,
    needsHuman: always,
    advice:
      'A person with write access should review the change and then approve its workflows at the end of the page of the pull request.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'WORKFLOW_BROKEN',
    against: ['UNSETTLED'],
    where: 'workflows failed before any of their jobs started',
    question: 'Did a workflow fail to start?',
    seen: ({ facts }) => joinNames(suitesThat('broken', facts)),
    holds: isHeldBy('broken'),
    action: 'WAIT',
    sentence: ({ facts }) =>
      `These workflows failed before any of their jobs started: ${nameFirstFew(suitesThat('broken', facts))}.`,
    needsHuman: always,
    advice: 'Correct the workflow file and push; the page of the workflow run says what is wrong.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'JUDGING_REFUSED',
    against: ['CI_FAILED'],
    where:
      'nothing fails but that the head changes how it is judged, which `policy.judging` refuses',
    question: 'Does nothing fail but a refused change to how the code is judged?',
    seen: seenJudging,
    holds: ({ facts: { judging, failed } }) =>
      judging?.standing === 'refused' && judging.alone && failed.every(({ ours }) => ours === true),
    action: 'WAIT',
    sentence: ({ facts: { judging } }) =>
      `The head changes how it is judged, which is refused here: ${judging?.sentence ?? ''}`,
    needsHuman: always,
    advice:
      'Take the change back, or bring it to the base branch first; `policy.judging` there decides about it.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'JUDGING_UNVOUCHED',
    against: ['UNSETTLED', 'GREEN'],
    where:
      'the head changes how it is judged, and `policy.judging` asks for a person who vouches for that',
    question: 'Does a change to how the code is judged wait for a person?',
    seen: seenJudging,
    holds: ({ facts: { judging } }) => judging?.standing === 'asked' && judging.vouchedBy === null,
    action: 'WAIT',
    sentence: ({ facts: { judging, headSha } }) =>
      `The head ${headSha?.slice(0, 12) ?? ''} changes how it is judged, and no person vouched for that: ${judging?.sentence ?? ''}`,
    needsHuman: always,
    advice:
      'A person who may write should look at these files, and then say `/ratchet vouch` with the commit.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'UNKNOWN_TOO_LONG',
    against: ['UNSETTLED'],
    where: 'the state has been uncertain for longer than `timeouts.waitingForUnknown`',
    question: 'Has the state been uncertain for too long?',
    seen: ({ facts: { unknownSince, now }, settings }) =>
      unknownSince === null
        ? 'no'
        : `for ${span(now - unknownSince)}, at most ${span(settings.unknownMs)}`,
    holds: ({ facts: { unknownSince, now }, settings }) =>
      unknownSince !== null && now - unknownSince > settings.unknownMs,
    action: 'WAIT',
    sentence: () => 'The state has been uncertain for too long.',
    remark: nameUnreported,
    needsHuman: always,
    advice: 'Find out why the checks do not report, or push a commit.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'REVIEW_LEFT',
    against: ['GREEN'],
    where: 'threads of a review were answered without a change',
    question:
      'Do threads of a review wait for a person, because they were answered without a change?',
    seen: ({ facts }) => (facts.reviewLeft ? 'they do' : 'none does'),
    holds: ({ facts }) => facts.reviewLeft,
    action: 'WAIT',
    sentence: () =>
      'Threads of a review were answered without a change, so they wait for a person.',
    needsHuman: always,
    advice:
      'Resolve the threads, reply to them or push a commit; `/ratchet retry` has them tried again.',
    nextCheckAt: inTenMinutes,
  },
];

function seenJudging({ facts: { judging } }: DecisionBasis): string {
  if (judging === undefined) return 'nothing is known of any';
  const by = judging.vouchedBy === null ? '' : `, vouched for by ${judging.vouchedBy}`;
  return `${judging.standing}${by}`;
}

const saysProblem = 'ratchetr.yaml of the base branch cannot be used: ';

/** Without settings nothing may be done. What only watches or is over goes on. */
export const configBroken = {
  code: 'CONFIG_BROKEN',
  where: '`ratchetr.yaml` of the base branch cannot be used',
  question: 'Is ratchetr.yaml of the base branch unusable?',
  seen: ({ facts }) => facts.configProblem ?? 'it can be used',
  holds: ({ facts }) => facts.configProblem !== undefined,
  action: 'CLEANUP_ONLY',
  sentence: ({ facts }) => `${saysProblem}${facts.configProblem}`,
  needsHuman: always,
  advice: 'Correct `ratchetr.yaml` on the base branch; the next look reads it again.',
  nextCheckAt: inTenMinutes,
} as const satisfies Condition;

/** The problem of which this sentence tells. */
export function readConfigProblem(sentence: string): string {
  return sentence.startsWith(saysProblem) ? sentence.slice(saysProblem.length) : sentence;
}

function lateChecks({ pending = [], now }: LookFacts, { runningMs }: RatchetSettings) {
  return pending.filter(({ since }) => now - since > runningMs);
}

function isHeldBy(says: HeldSuite['says']): (known: DecisionBasis) => boolean {
  return ({ facts, inputs }) =>
    inputs.ciStatus === 'unsettled' && suitesThat(says, facts).length > 0;
}

function suitesThat(says: HeldSuite['says'], { held = [] }: LookFacts): readonly string[] {
  return held.filter((one) => one.says === says).map((one) => checkLabel(one));
}

const most = 5;

function nameFirstFew(names: readonly string[]): string {
  return nameFirst([...new Set(names)], most);
}

/** A moment and not a span: the same state of things has the same words. */
function formatMinute(at: number): string {
  return `${moment(at).slice(0, -':00'.length)} UTC`;
}
