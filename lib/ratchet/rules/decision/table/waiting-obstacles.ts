import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type { HeldSuite } from '#model/observation.ts';
import { moment, span } from '#base/moment.ts';
import { listed } from '#base/words.ts';
import { checkLabel } from '../../observation/check-key.ts';
import { always, type Condition, inTenMinutes, type DecisionBasis } from './condition.ts';
import { type GuardObstacle, neverReported } from './guards.ts';

/** What waits for something that does not come by itself. */
export const waitingObstacles: readonly GuardObstacle[] = [
  {
    code: 'RUNNING_TOO_LONG',
    against: ['CI_RUNNING'],
    where: 'a check has run for longer than `timeouts.waitingForChecks`',
    question: 'Does a check run for too long?',
    seen: ({ facts: { pending: [oldest] = [], now }, settings: { runningMs } }) =>
      oldest === undefined
        ? 'none does'
        : `${oldest.name} for ${span(now - oldest.since)}, at most ${span(runningMs)}`,
    // Some checks are made never to end; where the ratchet is off, nobody is asked about them.
    holds: ({ facts, settings, inputs }) =>
      inputs.ratchetEnabled && lateChecks(facts, settings).length > 0,
    action: 'WAIT',
    sentence: ({ facts, settings }) => {
      const names = lateChecks(facts, settings).map(
        ({ name, since }) => `${name} (since ${minuteOf(since)})`,
      );
      return `Checks do not end: ${firstOf(names)}.`;
    },
    needsHuman: always,
    advice:
      'See why the check named above does not end: end it, approve what it waits for, or cancel it.',
    nextCheckAt: inTenMinutes,
    keepsWorkers: true,
  },
  {
    code: 'APPROVAL_NEEDED',
    against: ['UNSETTLED'],
    where: 'workflows wait until a person lets them run',
    question: 'Does a workflow wait for an approval?',
    seen: ({ facts }) => listed(suitesThat('approval', facts)),
    holds: isHeldBy('approval'),
    action: 'WAIT',
    sentence: ({ facts }) =>
      `Workflows wait until a person with write permission approves that they run: ${firstOf(suitesThat('approval', facts))}.`,
    needsHuman: always,
    advice:
      'Look at the change; then a person with write access approves its workflows at the end of this page.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'WORKFLOW_BROKEN',
    against: ['UNSETTLED'],
    where: 'workflows failed before any job of theirs began',
    question: 'Could a workflow not start?',
    seen: ({ facts }) => listed(suitesThat('broken', facts)),
    holds: isHeldBy('broken'),
    action: 'WAIT',
    sentence: ({ facts }) =>
      `Workflows failed before any job of theirs began: ${firstOf(suitesThat('broken', facts))}.`,
    needsHuman: always,
    advice:
      'The author sees on the page of the run what is wrong, mends the workflow file and pushes.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'UNKNOWN_TOO_LONG',
    against: ['UNSETTLED'],
    where: 'nothing certain was known for longer than `timeouts.waitingForUnknown`',
    question: 'Was nothing certain for too long?',
    seen: ({ facts: { unknownSince, now }, settings }) =>
      unknownSince === null
        ? 'no'
        : `for ${span(now - unknownSince)}, at most ${span(settings.unknownMs)}`,
    holds: ({ facts: { unknownSince, now }, settings }) =>
      unknownSince !== null && now - unknownSince > settings.unknownMs,
    action: 'WAIT',
    sentence: () => 'Nothing certain is known for too long.',
    remark: neverReported,
    needsHuman: always,
    advice: 'See why the checks do not report; a commit of yours begins anew.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'REVIEW_LEFT',
    against: ['GREEN'],
    where: 'threads of a review were answered and nothing was changed for them',
    question: 'Do threads wait for a person, answered without a change?',
    seen: ({ facts }) => (facts.reviewLeft ? 'they do' : 'none does'),
    holds: ({ facts }) => facts.reviewLeft,
    action: 'WAIT',
    sentence: () =>
      'Threads were answered and nothing was changed for them: they wait for a person.',
    needsHuman: always,
    advice:
      'Resolve the threads, push a commit, or reply there; `/ratchet retry` has it tried once more.',
    nextCheckAt: inTenMinutes,
  },
];

const saysProblem = 'ratchetr.yaml of the base branch cannot be used: ';

/** Without settings nothing may be done. What only watches or is over goes on. */
export const configBroken = {
  code: 'CONFIG_BROKEN',
  where: '`ratchetr.yaml` of the base branch cannot be used',
  question: 'Can ratchetr.yaml of the base branch not be used?',
  seen: () => 'read from the base branch',
  holds: ({ facts }) => facts.configProblem !== undefined,
  action: 'CLEANUP_ONLY',
  sentence: ({ facts }) => `${saysProblem}${facts.configProblem}`,
  needsHuman: always,
  advice: 'Mend `ratchetr.yaml` on the base branch; the next look reads it anew.',
  nextCheckAt: inTenMinutes,
} as const satisfies Condition;

/** The problem of which this sentence tells. */
export function configProblemIn(sentence: string): string {
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

function firstOf(names: readonly string[]): string {
  const each = [...new Set(names)];
  const more = each.length > most ? `, and ${each.length - most} more` : '';
  return `${each.slice(0, most).join(', ')}${more}`;
}

/** A moment and not a span: the same state of things has the same words. */
function minuteOf(at: number): string {
  return `${moment(at).slice(0, -':00'.length)} UTC`;
}
