import type { HeldSuite } from '#model/observation.ts';
import type { CheckFacts, SuiteFacts } from './facts.ts';

/** What one execution says by itself. */
export type CheckState = 'running' | 'failed' | 'unsettled' | 'passed';

const unfinished: ReadonlySet<string> = new Set([
  'QUEUED',
  'REQUESTED',
  'WAITING',
  'PENDING',
  'IN_PROGRESS',
]);

const conclusions: ReadonlyMap<string, CheckState> = new Map([
  ['SUCCESS', 'passed'],
  ['NEUTRAL', 'passed'],
  ['SKIPPED', 'passed'],
  ['FAILURE', 'failed'],
  ['TIMED_OUT', 'failed'],
  ['STARTUP_FAILURE', 'failed'],
  // Mostly a workflow that waits for approval: no change of code would mend it.
  ['ACTION_REQUIRED', 'unsettled'],
  // Often by our own push, which cancels what was running before it.
  ['CANCELLED', 'unsettled'],
  // The forge gave up on it after two weeks, and itself takes that for no pass.
  ['STALE', 'unsettled'],
]);

const states: ReadonlyMap<string, CheckState> = new Map([
  ['SUCCESS', 'passed'],
  ['FAILURE', 'failed'],
  ['ERROR', 'failed'],
  ['PENDING', 'running'],
  ['EXPECTED', 'running'],
]);

/** Reads the words of the forge. An unknown word is neither red nor green. */
export function readCheckState({
  source,
  status,
  conclusion,
  ours = false,
}: Pick<CheckFacts, 'source' | 'status' | 'conclusion'> &
  Partial<Pick<CheckFacts, 'ours'>>): CheckState {
  // A status has no word for a check that came to no end, which ours says in this way.
  if (source === 'status' && ours && status === 'ERROR') return 'unsettled';
  if (source === 'status') return states.get(status) ?? 'unsettled';
  if (unfinished.has(status)) return 'running';
  if (status !== 'COMPLETED' || conclusion === null) return 'unsettled';
  return conclusions.get(conclusion) ?? 'unsettled';
}

const suiteConclusions: ReadonlyMap<string, HeldSuite['says'] | undefined> = new Map([
  ['SUCCESS', undefined],
  ['NEUTRAL', undefined],
  ['SKIPPED', undefined],
  ['ACTION_REQUIRED', 'approval'],
  ['FAILURE', 'broken'],
  ['STARTUP_FAILURE', 'broken'],
  ['TIMED_OUT', 'broken'],
]);

/** What a suite without checks says by itself; undefined: nothing, for or against. */
export function readSuiteState({
  status,
  conclusion,
}: Pick<SuiteFacts, 'status' | 'conclusion'>): HeldSuite['says'] | undefined {
  if (unfinished.has(status)) return 'not-begun';
  const isKnown = status === 'COMPLETED' && suiteConclusions.has(conclusion ?? '');
  return isKnown ? suiteConclusions.get(conclusion ?? '') : 'uncertain';
}
