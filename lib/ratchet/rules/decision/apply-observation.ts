import type { Observation } from '#model/observation.ts';
import type { RatchetSettings } from '#model/look-facts.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { checkKey } from '../observation/check-key.ts';
import { forgetQuestion, forgetTried, resetFixupAttempts } from './attempts.ts';
import { acceptExternalPush, isOurHead, acceptRevert } from './external-push.ts';
import { type Aftermaths, bringsNewRefusal, recordAftermaths } from './refusals.ts';
import { clearStaleCiSince } from './stale-ci.ts';
import { isEnabled } from './switch.ts';

/** What a look at the forge changes about a workspace before anything is decided. */
export function applyObservation(
  before: WorkspaceState,
  observation: Observation,
  { settings, now, aftermaths }: ObservationInput,
): WorkspaceState {
  const { headSha } = observation;
  const looked = aftermaths ? recordAftermaths(before, aftermaths, { headSha, now }) : before;
  const isPush = isExternalPush(before, observation);
  const pushed = isPush ? acceptPush(looked, bringsNewRefusal(before, looked), now) : looked;
  const isOver = isPush || observation.state !== 'open';
  const moved = isOver ? forgetQuestion(pushed) : pushed;
  const restarted = hasRestarted(moved, observation) ? clearStaleCiSince(moved) : moved;
  const switched = applySwitch(restarted, observation, settings);
  const { unknownSince: _, archivedAt: __, baseBroken: ___, manualSession, ...rest } = switched;
  const baseBroken = brokenBase(before, observation);
  const isUnknown = observation.ci.status === 'unsettled' || observation.mergeable === 'unknown';
  return {
    ...rest,
    ...(observation.state === 'open' && isUnknown && { unknownSince: before.unknownSince ?? now }),
    ...(observation.state !== 'open' && { archivedAt: before.archivedAt ?? now }),
    ...(baseBroken && { baseBroken }),
    ...(manualSession !== undefined && manualSession.expiresAt > now && { manualSession }),
    lastCheckedAt: now,
    observation,
  };
}

export interface ObservationInput {
  readonly settings: RatchetSettings;
  readonly now: number;
  /** What became of our pushes in this head; absent: that is known, or there is nothing to be known. */
  readonly aftermaths?: Aftermaths | undefined;
}

function acceptPush(state: WorkspaceState, isTakingBack: boolean, now: number): WorkspaceState {
  return isTakingBack ? acceptRevert(state, now) : acceptExternalPush(state, now);
}

/** A head that we did not push. While a session publishes, that cannot be told yet. */
function isExternalPush(before: WorkspaceState, now: Observation): boolean {
  const { observation, session } = before;
  if (observation === undefined || observation.headSha === now.headSha) return false;
  return session?.phase !== 'publishing' && !isOurHead(before, now);
}

/** Executions are there that were not there when we pushed. */
export function hasRestarted({ lastCiRunIds }: WorkspaceState, { ci }: Observation): boolean {
  const known = new Set(lastCiRunIds);
  return ci.runIds.some((id) => !known.has(id));
}

/** Switching it on again begins anew. */
function applySwitch(
  before: WorkspaceState,
  { labels }: Observation,
  settings: RatchetSettings,
): WorkspaceState {
  const enabled = isEnabled({ labels, switchedTo: before.switched?.to ?? null }, settings);
  if (!enabled || before.enabled) return { ...before, enabled };
  return { ...forgetTried(resetFixupAttempts(before)), enabled };
}

/** Remembered while the branch stays red by it, so that it can be brought up to date once the base is mended. */
function brokenBase(
  { baseBroken, observation: earlier }: WorkspaceState,
  { ci, headSha }: Observation,
): string[] | undefined {
  // A check that runs again will tell once more what it told before.
  const isRed = ci.failed.length > 0 || ci.verdict === 'running';
  if (!isRed) return undefined;
  const broken = new Set(ci.onBase);
  const isBroken = broken.size > 0 && ci.failed.every((check) => broken.has(checkKey(check)));
  if (isBroken) return [...ci.onBase];
  return earlier?.headSha === headSha ? baseBroken : undefined;
}
