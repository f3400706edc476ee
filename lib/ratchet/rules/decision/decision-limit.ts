import type { RatchetSettings } from '#model/look-facts.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { incidentCode } from './table/failure-obstacles.ts';
import { staleCiCode, workingSessionCode } from './table/guards.ts';

/** Until when the last decision holds, where that is known: a limit that stays where it is until it is reached. */
export function decisionLimit(
  state: WorkspaceState,
  settings: RatchetSettings,
): number | undefined {
  const { session, lastDecision, manualSession, incident, staleCiSince } = state;
  if (session !== undefined) {
    const isStarted = session.phase !== 'reserved' && session.phase !== 'launching';
    return isStarted ? session.deadline : session.startBy;
  }
  const code = lastDecision?.code;
  if (code === workingSessionCode) return manualSession?.expiresAt;
  if (code === incidentCode) return incident?.until;
  if (code !== staleCiCode || staleCiSince === undefined) return undefined;
  return staleCiSince + settings.staleCiMs;
}
