import type { CheckState } from '#ratchet/rules/observation/check-state.ts';
import type { CheckFacts } from '#ratchet/rules/observation/facts.ts';
import { aCheck, aStatus } from './facts.ts';

const finished = {
  SUCCESS: 'passed',
  NEUTRAL: 'passed',
  SKIPPED: 'passed',
  FAILURE: 'failed',
  TIMED_OUT: 'failed',
  STARTUP_FAILURE: 'failed',
  ACTION_REQUIRED: 'unsettled',
  CANCELLED: 'unsettled',
  STALE: 'unsettled',
  PARKED: 'unsettled',
  constructor: 'unsettled',
} as const satisfies Record<string, CheckState>;

const unfinished = {
  QUEUED: 'running',
  REQUESTED: 'running',
  WAITING: 'running',
  PENDING: 'running',
  IN_PROGRESS: 'running',
  COMPLETED: 'unsettled',
  PARKED: 'unsettled',
} as const satisfies Record<string, CheckState>;

const states = {
  SUCCESS: 'passed',
  FAILURE: 'failed',
  ERROR: 'failed',
  PENDING: 'running',
  EXPECTED: 'running',
  PARKED: 'unsettled',
} as const satisfies Record<string, CheckState>;

export interface Word {
  readonly shown: string;
  readonly check: Pick<CheckFacts, 'source' | 'status' | 'conclusion'>;
  readonly standing: CheckState;
}

/** Every word of the forge that a check may end in, and some that it does not have. */
export const words: readonly Word[] = [
  ...Object.entries(finished).map(([conclusion, standing]) => ({
    shown: `COMPLETED ${conclusion}`,
    check: aCheck({ conclusion }),
    standing,
  })),
  ...Object.entries(unfinished).map(([status, standing]) => ({
    shown: `${status}, no conclusion`,
    check: aCheck({ status, conclusion: null }),
    standing,
  })),
  ...Object.entries(states).map(([state, standing]) => ({
    shown: `status ${state}`,
    check: aStatus(state),
    standing,
  })),
];
