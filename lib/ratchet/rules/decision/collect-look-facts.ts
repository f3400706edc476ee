import type { FailureFacts, LookFacts } from '#model/look-facts.ts';
import type { Observation } from '#model/observation.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { findCondition } from './table/decision-table.ts';
import { findCoveringRefusals } from './refusals.ts';
import { hasRestarted } from './apply-observation.ts';
import { withSpokenVouching } from './vouch.ts';

/** What a look learns that neither the workspace nor the observation says. */
export interface LookContext {
  readonly now: number;
  readonly paused: string | null;
  readonly monthSpent: boolean;
  readonly workflowsBlocked: boolean;
  readonly failure: FailureFacts | null;
  /** Why the settings cannot be used; absent: they can. */
  readonly configProblem?: string;
}

/** All that the decision about an observed workspace depends on. */
export function collectLookFacts(
  state: WorkspaceState & { readonly observation: Observation },
  context: LookContext,
): LookFacts {
  const { observation, session, manualSession, lastSession } = state;
  const { ci } = observation;
  return {
    ...context,
    prState: observation.state,
    headSha: observation.headSha,
    baseSha: observation.baseSha,
    headParent: observation.headParents[0] ?? null,
    ciStatus: determineCiStatus(state),
    ciSince: ci.since,
    observedAt: observation.observedAt,
    mergeState: observation.mergeable,
    ...summarizeReview(state),
    missing: ci.missing,
    ...(ci.held && { held: ci.held }),
    ...(ci.pending && { pending: ci.pending }),
    failed: ci.failed,
    onBase: ci.onBase,
    baseUnknownSince: ci.baseUnknownSince ?? null,
    draft: observation.draft,
    inMergeQueue: observation.inMergeQueue,
    fromFork: observation.fromFork,
    canPush: observation.canPush,
    authorAssociation: observation.authorAssociation,
    ...selectVouching(state),
    ...selectJudging(state),
    ...(observation.archived === true && { archived: true }),
    labels: observation.labels,
    switchedTo: state.switched?.to ?? null,
    attempts: state.consecutiveFixupAttempts,
    staleSince: state.staleCiSince ?? null,
    restarted: hasRestarted(state, observation),
    hold: manualSession ?? null,
    session: session === undefined ? null : { ...session, cancelled: session.cancelled ?? null },
    refused: findCoveringRefusals(state),
    spent: state.spentFingerprints.includes(observation.fingerprint),
    lastReason: lastSession?.reason ?? null,
    relaunches: lastSession?.headBefore === observation.headSha ? lastSession.relaunches : 0,
    unavailable: selectUnavailable(state),
    spentUsd: state.spentUsd,
    baseBroken: state.baseBroken ?? [],
    updatedFrom: state.updatedFrom?.headSha ?? null,
    rerun: state.rerun,
    errandSince: findForgeActionSince(state),
    incidentUntil: incidentUntil(state, context),
    unknownSince: state.unknownSince ?? null,
  };
}

/** Since when the forge has been asked to act. */
function findForgeActionSince({ lastDecision }: WorkspaceState): number | null {
  const isUnderWay = findCondition(lastDecision?.code)?.forgeAction !== undefined;
  return isUnderWay ? (lastDecision?.at ?? null) : null;
}

/** Another head may be repaired by what costs nothing, so it is not held up. */
function selectUnavailable({
  lastSession,
  observation,
}: WorkspaceState & { readonly observation: Observation }): LookFacts['unavailable'] {
  if (lastSession?.unavailable === undefined) return null;
  if (lastSession.headBefore !== observation.headSha) return null;
  return { ...lastSession.unavailable, at: lastSession.at };
}

/** What is known of who vouches is about one head. */
function selectVouching(
  state: WorkspaceState & { readonly observation: Observation },
): Partial<LookFacts> {
  const { observation, vouching } = state;
  if (vouching === undefined) return {};
  const { headSha, ...known } = vouching;
  return headSha === observation.headSha ? { vouching: withSpokenVouching(known, state) } : {};
}

/** Of the head as it is: what was said of another one says nothing. */
function selectJudging({
  observation: { headSha },
  judging,
  vouchedJudging,
}: WorkspaceState & { readonly observation: Observation }): Pick<LookFacts, 'judging'> {
  if (judging?.headSha !== headSha) return {};
  const { standing, alone, sentence } = judging;
  const vouchedBy = vouchedJudging?.headSha === headSha ? vouchedJudging.by : null;
  return { judging: { standing, alone, sentence, vouchedBy } };
}

/** An incident holds up its own failure; whether another observation shows it is found by looking into that one. */
function incidentUntil(
  { incident, observation }: WorkspaceState & { readonly observation: Observation },
  { failure }: LookContext,
): number | null {
  if (incident === undefined) return null;
  const { until, observed, fingerprint } = incident;
  const isIt =
    failure === null
      ? observed === undefined || observed === observation.fingerprint
      : failure.fingerprint === fingerprint;
  return isIt ? until : null;
}

/** What was answered without a change waits for people, until one of them has it tried again. */
function summarizeReview({
  observation: { review },
  reviewLeft,
}: WorkspaceState & { readonly observation: Observation }): Pick<
  LookFacts,
  'reviewLeft' | 'reviewState'
> {
  const { openThreads, changesRequestedBy, answered = [] } = review;
  const isAnswered = answered.length > 0;
  const isAsked =
    openThreads.length > 0 ||
    changesRequestedBy.length > 0 ||
    (isAnswered && reviewLeft === 'again');
  return {
    reviewState: isAsked ? 'changes-requested' : 'clear',
    reviewLeft: isAnswered && reviewLeft === 'to-people',
  };
}

/** Our own check is one of the checks from the moment it is decided, long before the forge knows of it. */
function determineCiStatus({
  observation: { ci, headSha },
  check,
}: WorkspaceState & { readonly observation: Observation }): LookFacts['ciStatus'] {
  const isGreen = ci.status === 'passed' || ci.status === 'none';
  return isGreen && check?.headSha === headSha ? 'running' : ci.status;
}
