import type { RunId } from '#model/ids.ts';
import type { RatchetSettings } from '#model/look-facts.ts';
import type { LiveRun } from '#model/session.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import type { Change } from '../change-workspace.ts';

const retryAfterMs = 10_000;

export interface Waiting {
  readonly runId: RunId;
  readonly now: number;
  /** At least 0 and below 1: those that were turned away together do not all come back together. */
  readonly random: number;
  readonly settings: Pick<RatchetSettings, 'startMs' | 'sessionMs'>;
}

/**
 * Puts a launch off for which there was no room. That is no fault of the worker: whenever the next one is tried, it
 * has all of its time.
 */
export function waitForCapacity(state: WorkspaceState, asked: Waiting): Change {
  const { runId, now, random, settings } = asked;
  const dueAt = now + Math.floor(retryAfterMs * (1 + random));
  const startBy = dueAt + settings.startMs;
  const times = { startBy, deadline: startBy + settings.sessionMs };
  const { session, check } = state;
  if (isLaunching(session, runId)) {
    return { next: { ...state, session: reserveAgain(session, times) }, commands: [], dueAt };
  }
  if (isLaunching(check, runId)) {
    return { next: { ...state, check: reserveAgain(check, times) }, commands: [], dueAt };
  }
  return undefined;
}

/** Where the same launch was asked for twice, the other one may have found room. */
function isLaunching<Kind extends LiveRun>(target: Kind | undefined, runId: RunId): target is Kind {
  return target?.id === runId && target.phase === 'launching' && target.taskRef === undefined;
}

function reserveAgain<Kind extends LiveRun>(
  target: Kind,
  times: Pick<LiveRun, 'startBy' | 'deadline'>,
): Kind {
  return { ...target, ...times, phase: 'reserved', launches: target.launches - 1 };
}
