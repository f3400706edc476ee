import type { FailureFacts, RatchetSettings, LookFacts } from '#model/look-facts.ts';
import type { FailedCheck } from '#model/observation.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import type { Decision } from '#model/decision.ts';
import { failureFingerprint } from '../rules/observation/failure-fingerprint.ts';
import { looksFlaky } from '../rules/observation/flaky.ts';
import { type ObservedState, mayCheck } from '../rules/decision/apply-decision.ts';
import type { LookContext } from '../rules/decision/collect-look-facts.ts';
import { monthAccount } from '../month-account.ts';
import { readRepositorySettings } from '../read-settings.ts';
import type { DecideDeps } from './deps.ts';

/** What a decision needs to know beyond the workspace and the forge's first answer. */
export async function readLookContext(
  { installations, spending, forge }: DecideDeps,
  { id, installationId, pullRequest, observation }: ObservedState,
  { now, configProblem }: { readonly now: number; readonly configProblem: string | undefined },
): Promise<LookContext> {
  const pause = await installations.pauseOf(installationId);
  const accounts = { attempt: 'none', pullRequest: id, month: monthAccount(now) };
  const { month } = await spending.balance(accounts);
  const { mergeable, canPushWorkflows, headSha, baseSha } = observation;
  const mayBeBlocked = mergeable === 'conflicting' && !canPushWorkflows;
  return {
    now,
    paused: pause?.by ?? null,
    // A budget of nothing forbids paid agents, not the repair that costs nothing.
    monthSpent: month.spent > 0 && month.spent >= month.limit,
    workflowsBlocked:
      mayBeBlocked && (await forge.mergeTouchesWorkflows(pullRequest, headSha, baseSha)),
    failure: null,
    ...(configProblem !== undefined && { configProblem }),
  };
}

const mostLogs = 5;

/** Finds out whether none of the failed checks ever began; where one did, there is something to repair. */
export async function findNeverStarted(
  { forge }: DecideDeps,
  { pullRequest, observation }: ObservedState,
): Promise<FailureFacts | undefined> {
  const neverStarted: NonNullable<FailureFacts['neverStarted']> = [];
  for (const check of observation.ci.failed.slice(0, mostLogs)) {
    const because = await forge.neverStarted(pullRequest, check);
    if (because === undefined) return undefined;
    neverStarted.push({ name: check.name, because: shortened(oneLine(because), 300) });
  }
  return neverStarted.length === 0 ? undefined : { seenOn: 0, flaky: [], neverStarted };
}

/** Looks into a failure before anything is launched for it: whether it is shared, and whether it is unreliable. */
export async function examineFailure(
  { forge, hash, installations }: DecideDeps,
  state: ObservedState,
  { settings, now }: { readonly settings: RatchetSettings; readonly now: number },
): Promise<FailureFacts> {
  const { pullRequest, observation, installationId, id } = state;
  const failed: { readonly check: FailedCheck; readonly log: string | undefined }[] = [];
  for (const [index, check] of observation.ci.failed.entries()) {
    const log = index < mostLogs ? await forge.failureLog(pullRequest, check) : undefined;
    failed.push({ check, log });
  }
  const flaky = failed
    .filter(({ check, log }) => check.jobId !== undefined && looksFlaky(log ?? check.summary ?? ''))
    .map(({ check }) => check.runId);
  const fingerprint = failureFingerprint(hash.hex, failed);
  if (fingerprint === undefined || settings.brake === 0) return { seenOn: 0, flaky };
  const seenOn = await installations.sight({
    installationId,
    repositoryId: pullRequest.repositoryId,
    fingerprint,
    workspaceId: id,
    at: now,
    windowMs: settings.brakeWindowMs,
  });
  return { fingerprint, seenOn, flaky };
}

/** Remembers a failure that many pull requests share, once: when its time is over, work goes on. */
export function withIncident<State extends ObservedState>(
  state: State,
  { fingerprint, seenOn }: FailureFacts,
  { settings, now }: { readonly settings: RatchetSettings; readonly now: number },
): State {
  const { incident, observation } = state;
  const observed = observation.fingerprint;
  if (fingerprint === undefined) return state;
  if (fingerprint === incident?.fingerprint)
    return { ...state, incident: { ...incident, observed } };
  if (settings.brake === 0 || seenOn < settings.brake) return state;
  return { ...state, incident: { fingerprint, until: now + settings.brakeWindowMs, observed } };
}

/**
 * Digest of the configuration that a check of the head obeys: that of the merge base, under the settings of
 * the operator. undefined: nothing is to be checked, or there is no merge base.
 */
export async function readCheckConfig(
  deps: DecideDeps,
  { pullRequest, observation }: ObservedState,
  {
    decision,
    facts,
    settings,
  }: {
    readonly decision: Decision;
    readonly facts: LookFacts;
    readonly settings: RatchetSettings;
  },
): Promise<string | undefined> {
  if (!mayCheck(decision, facts, settings)) return undefined;
  const { headSha, baseSha } = observation;
  const mergeBase = await deps.forge.mergeBaseOf(pullRequest, headSha, baseSha);
  if (mergeBase === undefined) return undefined;
  const read = await readRepositorySettings(deps, pullRequest, mergeBase);
  return deps.hash.hex(JSON.stringify(read.kind === 'ok' ? read.config : read.problem));
}
