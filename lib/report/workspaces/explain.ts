import { decide } from '#ratchet/rules/decision/decide.ts';
import { withoutRefused } from '#ratchet/rules/decision/without-refused.ts';
import {
  determineFixupAction,
  type GuardCode,
} from '#ratchet/rules/decision/determine-fixup-action.ts';
import type { ObstacleCode } from '#ratchet/rules/decision/further-guards.ts';
import type { DecisionInputs } from '#model/decision.ts';
import type { LookFacts } from '#model/look-facts.ts';
import type { DecisionCode, OwnSessionCode } from './decision-code.ts';
import { questions } from './questions.ts';
import type { StoredDecision } from './stored-decision.ts';
import { toldText } from './told-text.ts';

/** One thing that was asked on the way to a decision. */
export interface Asked {
  readonly code: DecisionCode;
  readonly asks: string;
  readonly seen: string;
  /** Null: the decision was made before. */
  readonly holds: boolean | null;
}

const ownSession: readonly OwnSessionCode[] = ['STOPPING', 'SESSION_LIVE'];

/** As they are asked; how many fixups were pushed is asked of whatever asks for another one. */
const guards: readonly GuardCode[] = [
  'WORKING_SESSION',
  'NO_PULL_REQUEST',
  'CLOSED',
  'MERGED',
  'CI_RUNNING',
  'STALE_CI',
  'STALE_CI_TIMEOUT',
  'DISABLED',
  'MERGE_CONFLICT',
  'UNSETTLED',
  'CI_FAILED',
  'REVIEW',
  'GREEN',
];

const obstacles: readonly ObstacleCode[] = [
  'ARCHIVED',
  'PAUSED',
  'DRAFT',
  'UNTRUSTED_AUTHOR',
  'UNVOUCHED',
  'MERGE_QUEUE',
  'FORK',
  'NO_PERMISSION',
  'NO_WORKFLOWS_PERMISSION',
  'TAKEN_BACK',
  'BUDGET_SPENT',
  'MONTH_SPENT',
  'CRASHED',
  'NO_AGENT',
  'PARKED',
  'NEVER_STARTED',
  'BASE_BROKEN',
  'BRANCH_UPDATE',
  'INCIDENT',
  'FLAKY',
];

/** How a decision came about, question by question: the guards, and what was asked before a fixup. */
export function explain(decision: StoredDecision): readonly Asked[] {
  const { facts, settings, code } = decision;
  const { inputs } = decide(facts, settings);
  const own = ownSession.find((one) => one === code);
  const guard = own ?? guardOf(inputs, facts);
  const asked = [
    ...upTo([...ownSession, ...guards], guard),
    ...upTo(beyond(guard, decision), code),
  ];
  return asked.map(({ code: one, holds }) => {
    const { asks, seen } = questions[one];
    return { code: one, asks, seen: toldText(seen({ facts, settings, inputs })), holds };
  });
}

/** What was taken back is asked about only where nothing else is asked for. */
function guardOf(inputs: DecisionInputs, facts: LookFacts): GuardCode {
  const beside = guardThatAsks(withoutRefused(inputs, facts));
  return beside === 'GREEN' ? guardThatAsks(inputs) : beside;
}

/** The guard that holds, before anybody asks how often it was tried. */
function guardThatAsks(inputs: DecisionInputs): GuardCode {
  const { code } = determineFixupAction(inputs);
  if (code !== 'ATTEMPTS_SPENT') return code;
  const { mergeState } = inputs;
  return determineFixupAction({
    ...inputs,
    consecutiveAttempts: 0,
    mergeState: mergeState === 'unknown' ? 'mergeable' : mergeState,
  }).code;
}

/** What is asked once a guard holds. */
function beyond(
  guard: DecisionCode,
  { code, settings: { checks } }: StoredDecision,
): readonly DecisionCode[] {
  if (guard === 'CI_RUNNING') return ['RUNNING_TOO_LONG'];
  if (guard === 'UNSETTLED') return ['APPROVAL_NEEDED', 'WORKFLOW_BROKEN', 'UNKNOWN_TOO_LONG'];
  if (guard === 'GREEN') {
    return [...(checks ? (['UNTRUSTED_AUTHOR', 'UNVOUCHED'] as const) : []), 'REVIEW_LEFT'];
  }
  if (!isFixup(guard)) return code === 'CONFIG_BROKEN' ? ['CONFIG_BROKEN'] : [];
  const fitting = obstacles.filter((one) => {
    if (ofChecks.has(one)) return guard === 'CI_FAILED';
    return one !== 'NO_WORKFLOWS_PERMISSION' || guard === 'MERGE_CONFLICT';
  });
  return ['ATTEMPTS_SPENT', ...fitting, 'CONFIG_BROKEN'];
}

const ofChecks: ReadonlySet<DecisionCode> = new Set([
  'NEVER_STARTED',
  'BASE_BROKEN',
  'BRANCH_UPDATE',
  'INCIDENT',
  'FLAKY',
]);

function isFixup(guard: DecisionCode): boolean {
  return guard === 'MERGE_CONFLICT' || guard === 'CI_FAILED' || guard === 'REVIEW';
}

/** The first that holds decides; nothing after it is asked. */
function upTo(
  codes: readonly DecisionCode[],
  deciding: string,
): readonly Pick<Asked, 'code' | 'holds'>[] {
  const found = codes.findIndex((one) => one === deciding);
  const at = found < 0 ? codes.length : found;
  return codes.map((code, index) => ({ code, holds: index > at ? null : index === at }));
}
