import type { WorkspaceState } from '#model/workspace.ts';
import { minuteMs } from '#base/durations.ts';
import { baseAskedEveryMs, baseBrokenCode } from './table/failure-obstacles.ts';

/** How long a full reading is good enough: some changes leave no trace in a short one. */
export function readInFullEvery({ lastDecision, observation }: WorkspaceState): number {
  const { verdict, status, held, baseUnknownSince } = observation?.ci ?? {};
  // What becomes of a workflow while no check of it shows that leaves no trace in a short reading.
  const isGreenSoon = status === 'unsettled' && (verdict === 'passed' || verdict === 'none');
  if (isGreenSoon || held !== undefined) return 0;
  const awaitsBase = lastDecision?.code === baseBrokenCode && baseUnknownSince !== undefined;
  return awaitsBase ? baseAskedEveryMs : 10 * minuteMs;
}
