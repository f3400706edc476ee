import type { RatchetSettings } from '#model/look-facts.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { moment } from '#base/moment.ts';

/** How things stand on a pull request, and what applies to it. */
export interface NextLookContext {
  readonly state: WorkspaceState;
  readonly now: number;
  readonly settings: Pick<RatchetSettings, 'attempts' | 'pullRequestUsd' | 'staleCi'>;
}

/** When it is looked at again, in words that stay the same from look to look. */
export function nextLook(standing: NextLookContext): string {
  const { state, now } = standing;
  const limit = limitOf(standing);
  if (limit !== undefined && limit - now > worthTellingMs) {
    return `when something changes here, at the latest at ${minuteOf(limit)} UTC`;
  }
  switch (state.lastDecision?.action) {
    case 'DONE':
      return isOpen(state) ? 'when something changes here, or tomorrow' : 'when it is opened again';
    case 'CLEANUP_ONLY':
    case 'TERMINAL_FAILED':
      return patient;
    case 'WAIT':
      return state.lastDecision.needsHuman ? patient : soon;
    case 'FIX_CI':
    case 'FIX_MERGE_CONFLICT':
    case 'FIX_REVIEW':
    case undefined:
      return soon;
  }
}

const worthTellingMs = 5 * 60_000;
const soon = 'within a minute';
const patient = 'when something changes here, or within ten minutes';

function isOpen({ observation }: Pick<WorkspaceState, 'observation'>): boolean {
  return observation?.state === 'open';
}

/** A limit that stays where it is until it is reached. */
function limitOf({ state, settings }: NextLookContext): number | undefined {
  const { session, lastDecision, manualSession, incident, staleCiSince } = state;
  if (session !== undefined) {
    const isStarted = session.phase !== 'reserved' && session.phase !== 'launching';
    return isStarted ? session.deadline : session.startBy;
  }
  const code = lastDecision?.code;
  if (code === 'WORKING_SESSION') return manualSession?.expiresAt;
  if (code === 'INCIDENT') return incident?.until;
  if (code !== 'STALE_CI' || staleCiSince === undefined) return undefined;
  return staleCiSince + settings.staleCi;
}

function minuteOf(ms: number): string {
  return moment(ms).slice(0, -':00'.length);
}
