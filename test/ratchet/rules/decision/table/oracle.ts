import { type Action, type DecisionInputs, decisionInputs } from '#model/decision.ts';

type Situation = Omit<DecisionInputs, 'consecutiveAttempts' | 'attemptLimit'> & {
  readonly attempts: 'left' | 'spent';
};

export interface Guard {
  /** The number that the requirements give it; those that come beside them have none. */
  readonly number?: number;
  /** What has to be so; what is not named may be anything. */
  readonly when: { readonly [Field in keyof Situation]?: readonly Situation[Field][] };
  readonly action: Action;
  readonly code: string;
}

const green: readonly DecisionInputs['ciStatus'][] = ['none', 'passed'];

/** The guards once more, as data: the first whose conditions all hold decides. */
export const guards: readonly Guard[] = [
  { when: { workingSession: ['working'] }, action: 'WAIT', code: 'WORKING_SESSION' },
  { number: 1, when: { prState: ['none'] }, action: 'DONE', code: 'NO_PULL_REQUEST' },
  { number: 2, when: { prState: ['closed'] }, action: 'DONE', code: 'CLOSED' },
  { number: 2, when: { prState: ['merged'] }, action: 'DONE', code: 'MERGED' },
  { number: 3, when: { ciStatus: ['running'] }, action: 'WAIT', code: 'CI_RUNNING' },
  { number: 4, when: { staleCi: ['stale'] }, action: 'WAIT', code: 'STALE_CI' },
  { number: 5, when: { staleCi: ['timed-out'] }, action: 'DONE', code: 'STALE_CI_TIMEOUT' },
  // The sixth stops what is left of earlier sessions: it decides nothing.
  { number: 7, when: { ratchetEnabled: [false] }, action: 'CLEANUP_ONLY', code: 'DISABLED' },
  {
    number: 8,
    when: { mergeState: ['conflicting'], attempts: ['left'] },
    action: 'FIX_MERGE_CONFLICT',
    code: 'MERGE_CONFLICT',
  },
  {
    number: 9,
    when: { mergeState: ['conflicting'], attempts: ['spent'] },
    action: 'TERMINAL_FAILED',
    code: 'ATTEMPTS_SPENT',
  },
  // Unknown is never green, nor a reason to begin anything.
  { when: { ciStatus: ['unsettled'] }, action: 'WAIT', code: 'UNSETTLED' },
  {
    when: { mergeState: ['unknown'], ciStatus: ['failed'], attempts: ['left'] },
    action: 'WAIT',
    code: 'UNSETTLED',
  },
  {
    when: {
      mergeState: ['unknown'],
      ciStatus: green,
      reviewState: ['changes-requested'],
      attempts: ['left'],
    },
    action: 'WAIT',
    code: 'UNSETTLED',
  },
  {
    when: { mergeState: ['unknown'], ciStatus: green, reviewState: ['clear'] },
    action: 'WAIT',
    code: 'UNSETTLED',
  },
  {
    number: 10,
    when: { ciStatus: ['failed'], attempts: ['left'] },
    action: 'FIX_CI',
    code: 'CI_FAILED',
  },
  {
    number: 11,
    when: { ciStatus: ['failed'], attempts: ['spent'] },
    action: 'TERMINAL_FAILED',
    code: 'ATTEMPTS_SPENT',
  },
  {
    number: 12,
    when: { reviewState: ['changes-requested'], attempts: ['left'] },
    action: 'FIX_REVIEW',
    code: 'REVIEW',
  },
  {
    number: 13,
    when: { reviewState: ['changes-requested'], attempts: ['spent'] },
    action: 'TERMINAL_FAILED',
    code: 'ATTEMPTS_SPENT',
  },
  { number: 14, when: {}, action: 'DONE', code: 'GREEN' },
];

/** The guard that decides. */
export function guardFor(inputs: DecisionInputs): Guard | undefined {
  const { consecutiveAttempts, attemptLimit, ...rest } = inputs;
  const attempts = consecutiveAttempts < attemptLimit ? 'left' : 'spent';
  const situation = Object.entries({ ...rest, attempts });
  return guards.find(({ when }) => {
    const wanted = new Map<string, readonly unknown[]>(Object.entries(when));
    return situation.every(([field, value]) => wanted.get(field)?.includes(value) ?? true);
  });
}

/** Everything that can be the case, with up to four pushed fixups of three. */
export function allInputs(): readonly DecisionInputs[] {
  const { workingSession, prState, ciStatus, mergeState, reviewState, staleCi } =
    decisionInputs.shape;
  const none: readonly Partial<DecisionInputs>[] = [{ attemptLimit: 3 }];
  return [
    workingSession.options.map((value) => ({ workingSession: value })),
    prState.options.map((value) => ({ prState: value })),
    ciStatus.options.map((value) => ({ ciStatus: value })),
    mergeState.options.map((value) => ({ mergeState: value })),
    reviewState.options.map((value) => ({ reviewState: value })),
    [true, false].map((value) => ({ ratchetEnabled: value })),
    [0, 1, 2, 3, 4].map((value) => ({ consecutiveAttempts: value })),
    staleCi.options.map((value) => ({ staleCi: value })),
  ]
    .reduce<readonly Partial<DecisionInputs>[]>(
      (some, values) => some.flatMap((one) => values.map((value) => ({ ...one, ...value }))),
      none,
    )
    .map((inputs) => decisionInputs.parse(inputs));
}
