import type { WorkspaceState } from '#model/workspace.ts';
import { minuteMs } from '#base/durations.ts';

/** No event tells of the checks of a base, so a look that waits for them has to ask. */
export const baseAskedEveryMs = 3 * minuteMs;

/** How long a full reading is good enough: some changes leave no trace in a short one. */
export function readInFullEvery({ lastDecision, observation }: WorkspaceState): number {
  const { verdict, status, held, baseUnknownSince } = observation?.ci ?? {};
  // What becomes of a workflow while no check of it shows that leaves no trace in a short reading.
  const isGreenSoon = status === 'unsettled' && (verdict === 'passed' || verdict === 'none');
  if (isGreenSoon || held !== undefined) return 0;
  const awaitsBase = lastDecision?.code === 'BASE_BROKEN' && baseUnknownSince !== undefined;
  return awaitsBase ? baseAskedEveryMs : 10 * minuteMs;
}
