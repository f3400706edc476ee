import * as fc from 'fast-check';
import type { Move } from './move.ts';
import { play, schedules, told } from './play.ts';

// The same in every run, so that what fails is what was changed. Another number looks for what is not known yet.
const seed = Number(process.env['RATCHETR_TEST_SEED'] ?? 7);

/** Plays so many random schedules; of one that breaks a promise, the shortest is told as it happened. */
export async function keepsEveryPromise(
  moves: readonly (readonly [number, Move])[],
  numRuns: number,
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  const property = fc.asyncProperty(schedules, async (numbers) => {
    const played = await play(numbers, moves, (what) => void seen.add(what));
    if (played.problems.length > 0) throw new Error(told(played));
  });
  await fc.assert(property, { numRuns, seed });
  return seen;
}

/** What schedules have to come to, or they would show nothing. */
export const wanted = [
  'CI_FAILED',
  'MERGE_CONFLICT',
  'REVIEW',
  'CI_RUNNING',
  'STALE_CI',
  'STALE_CI_TIMEOUT',
  'DISABLED',
  'CLOSED',
  'GREEN',
  'UNSETTLED',
  'ATTEMPTS_SPENT',
  'PARKED',
  'STOPPING',
  'WORKING_SESSION',
  'FLAKY',
  'BASE_BROKEN',
  'REVIEW_LEFT',
  'BRANCH_UPDATE',
  'INCIDENT',
  'check',
  'a worker that hung was stopped',
  'a result was called off',
  'pushed 3 in a row',
  'ended pushed',
  'ended no-push',
  'ended lost-race',
  'ended timed-out',
  'ended never-started',
  'ended cancelled',
];

/** What only breaks bring about. */
export const wantedOfBreaks = [
  ...wanted,
  'CRASHED',
  'a result was taken up again',
  'a forgotten worker was missed',
];
