import type { Decision } from '#model/decision.ts';
import type { RunId } from '#model/ids.ts';
import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type { WorkspaceCommand } from '#model/message.ts';
import type { Observation } from '#model/observation.ts';
import type { Session, SessionKind } from '#model/session.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { minuteMs } from '#base/durations.ts';
import { forgetQuestion, resetFixupAttempts } from './attempts.ts';
import { rerunKey } from './table/failure-obstacles.ts';
import { greenCode } from './table/guards.ts';
import { whyNotLaunched } from './table/launch-obstacles.ts';
import { stoppingCode } from './table/own-session.ts';
import { listCauses } from './refusals.ts';
import { requestOwedReports } from './unreported.ts';

export type ObservedState = WorkspaceState & { readonly observation: Observation };

/** Ids for what a decision may begin; none is used twice. */
export interface NewRuns {
  readonly fixup: RunId;
  readonly check: RunId;
}

export interface AppliedDecision {
  readonly next: ObservedState;
  readonly commands: readonly WorkspaceCommand[];
  /** Whether the log tells of it: the same as before is told once. */
  readonly isNew: boolean;
  /** When to look again; null: only when woken. */
  readonly dueAt: number | null;
}

const kinds: Readonly<Partial<Record<Decision['action'], SessionKind>>> = {
  FIX_MERGE_CONFLICT: 'merge-conflict',
  FIX_CI: 'ci',
  FIX_REVIEW: 'review',
};

/** What a decision makes of a workspace, and what it asks others to do. */
export function applyDecision(
  state: ObservedState,
  decision: Decision,
  context: {
    readonly facts: LookFacts;
    readonly settings: RatchetSettings;
    readonly runs: NewRuns;
    /** Digest of the configuration that a check of the head obeys; undefined: it is not known. */
    readonly checkConfig?: string | undefined;
  },
): AppliedDecision {
  const { facts, settings, runs } = context;
  const { now } = facts;
  const checked = updateCheck(rememberDecision(state, decision, now), decision, context);
  const kind = kinds[decision.action];
  const isNew = isNewDecision(state, decision);
  const commands = [
    ...requestOwedReports(state),
    ...checked.commands,
    ...requestForgeAction(decision),
    ...requestStop(state, decision),
  ];
  const report: WorkspaceCommand[] = isNew ? [{ kind: 'report' }] : [];
  if (kind === undefined) {
    return {
      next: checked.next,
      commands: [...commands, ...report, ...requestOverdue(state, now)],
      isNew,
      dueAt: scheduleNextLook(checked.next, decision, now),
    };
  }
  const session = reserveSession(state.observation, { kind, id: runs.fixup, now, settings });
  return {
    next: { ...checked.next, session },
    commands: [...commands, { kind: 'dispatch', runId: runs.fixup }, ...report],
    isNew: true,
    dueAt: decision.nextCheckAt,
  };
}

/** Nothing waits for a check; but while one runs, each look sees whether its worker is lost. */
function scheduleNextLook(
  { check }: ObservedState,
  { nextCheckAt }: Decision,
  now: number,
): number | null {
  return check === undefined ? nextCheckAt : Math.min(nextCheckAt ?? Infinity, now + minuteMs);
}

/** A green pull request begins anew; so nothing but the green itself may reset. */
function rememberDecision(state: ObservedState, decision: Decision, now: number): ObservedState {
  const { action, code, reason, needsHuman, forgeAction } = decision;
  const isSame = !isNewDecision(state, decision);
  const at = isSame ? (state.lastDecision?.at ?? now) : now;
  const reset =
    code === greenCode
      ? { ...forgetQuestion(resetFixupAttempts(state)), observation: state.observation }
      : state;
  const { headSha } = state.observation;
  const again =
    forgeAction?.kind === 'rerun' ? forgeAction.checks.map((one) => rerunKey(headSha, one)) : [];
  const { session } = state;
  return {
    ...reset,
    ...(code === stoppingCode && session && { session: { ...session, cancelled: reason } }),
    ...(forgeAction?.kind === 'update' && {
      updatedFrom: { headSha: forgeAction.headSha, baseSha: forgeAction.baseSha },
    }),
    rerun: [...state.rerun, ...again].slice(-50),
    lastDecision: { action, code, reason, needsHuman, at },
  };
}

/** Whether the log has not told it yet. */
function isNewDecision(
  { lastDecision }: WorkspaceState,
  { action, code, reason }: Decision,
): boolean {
  return (
    lastDecision?.action !== action || lastDecision.code !== code || lastDecision.reason !== reason
  );
}

function requestForgeAction({ forgeAction }: Decision): readonly WorkspaceCommand[] {
  return forgeAction === undefined ? [] : [{ kind: 'errand', errand: forgeAction }];
}

function requestStop(
  { session }: ObservedState,
  { code, reason }: Decision,
): readonly WorkspaceCommand[] {
  if (code !== stoppingCode || session === undefined) return [];
  const { id: runId, taskRef } = session;
  const exit: WorkspaceCommand = { kind: 'exit', runId };
  return taskRef === undefined ? [exit] : [{ kind: 'stop', runId, taskRef, because: reason }, exit];
}

/** A worker that should have started or finished by now is accounted for. */
function requestOverdue(
  { session, check }: ObservedState,
  now: number,
): readonly WorkspaceCommand[] {
  return [session, check].flatMap((one): WorkspaceCommand[] => {
    if (one === undefined) return [];
    const isStarted = one.phase !== 'reserved' && one.phase !== 'launching';
    const isLate = now > (isStarted ? one.deadline : one.startBy);
    if (isLate) return [{ kind: 'exit', runId: one.id }];
    // There was no room for its worker, so it is asked for again.
    return one.phase === 'reserved' ? [{ kind: 'dispatch', runId: one.id }] : [];
  });
}

function reserveSession(
  observation: Observation,
  {
    kind,
    id,
    now,
    settings,
  }: {
    readonly kind: SessionKind;
    readonly id: RunId;
    readonly now: number;
    readonly settings: RatchetSettings;
  },
): Session {
  const {
    headSha,
    headTree,
    fingerprint,
    ci,
    review: { newestAt },
  } = observation;
  return {
    id,
    kind,
    phase: 'reserved',
    headBefore: headSha,
    headTree,
    fingerprint,
    runIdsBefore: [...ci.runIds],
    causes: listCauses(kind, observation),
    reservedAt: now,
    ...(newestAt !== undefined && { heardUntil: newestAt }),
    startBy: now + settings.startMs,
    deadline: now + settings.startMs + settings.sessionMs,
    launches: 0,
    fence: 0,
  };
}

/** A head that a fixup works on is not checked, for it will not stay. */
export function mayCheck(
  { inputs, action }: Decision,
  facts: LookFacts,
  settings: RatchetSettings,
): boolean {
  const isWanted = inputs.prState === 'open' && inputs.ratchetEnabled && settings.checks;
  if (!isWanted || kinds[action] !== undefined) return false;
  return whyNotLaunched('check', { facts, settings }) === undefined;
}

/**
 * Every head is checked once, and once more by another configuration; a check of an older head, or by an older
 * configuration, is stopped.
 */
function updateCheck(
  state: ObservedState,
  decision: Decision,
  { facts, settings, runs, checkConfig = state.checkedConfig }: Parameters<typeof applyDecision>[2],
): { readonly next: ObservedState; readonly commands: readonly WorkspaceCommand[] } {
  const { headSha } = state.observation;
  const isOfOlder = state.check !== undefined && state.check.headSha !== headSha;
  if (decision.inputs.prState !== 'open') return dropCheck(state);
  if (state.session !== undefined || !mayCheck(decision, facts, settings)) {
    return isOfOlder ? dropCheck(state) : { next: state, commands: [] };
  }
  const checked = { checkedSha: headSha, ...(checkConfig && { checkedConfig: checkConfig }) };
  if (isChecked(state, checked)) {
    const { next, commands } = isOfOlder ? dropCheck(state) : { next: state, commands: [] };
    return { next: { ...next, ...checked }, commands };
  }
  const startBy = facts.now + settings.startMs;
  const check = {
    id: runs.check,
    kind: 'check' as const,
    phase: 'reserved' as const,
    headSha,
    startBy,
    deadline: startBy + settings.sessionMs,
    launches: 0,
    fence: 0,
  };
  const older: WorkspaceCommand[] = state.check === undefined ? [] : stopCheck(state.check);
  return {
    next: { ...state, check, ...checked },
    commands: [...older, { kind: 'dispatch', runId: runs.check }],
  };
}

type Checked = Pick<WorkspaceState, 'checkedConfig' | 'checkedSha'>;

function isChecked({ checkedSha, checkedConfig }: Checked, wanted: Checked): boolean {
  if (checkedSha !== wanted.checkedSha) return false;
  return checkedConfig === undefined || checkedConfig === wanted.checkedConfig;
}

function dropCheck(state: ObservedState): ReturnType<typeof updateCheck> {
  const { check, ...rest } = state;
  return { next: rest, commands: check === undefined ? [] : stopCheck(check) };
}

function stopCheck({
  id: runId,
  taskRef,
}: NonNullable<WorkspaceState['check']>): WorkspaceCommand[] {
  const because = 'What it checks, or by what, is another one now.';
  const report: WorkspaceCommand = { kind: 'report', runId };
  return taskRef === undefined ? [report] : [{ kind: 'stop', runId, taskRef, because }, report];
}
