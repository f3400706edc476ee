import type { Decision } from '#model/decision.ts';
import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type { WorkspaceCommand } from '#model/message.ts';
import type { WorkspaceHead } from '#model/workspace.ts';
import { decide } from '../rules/decision/decide.ts';
import { findCondition } from '../rules/decision/table/decision-table.ts';
import { baseBrokenCode } from '../rules/decision/table/failure-obstacles.ts';
import { staleCiCode, staleCiTimeoutCode } from '../rules/decision/table/guards.ts';
import { applyDecision, type ObservedState } from '../rules/decision/apply-decision.ts';
import { isBehindOurPush } from '../rules/decision/external-push.ts';
import { promiseReports } from '../rules/decision/unreported.ts';
import { collectLookFacts } from '../rules/decision/collect-look-facts.ts';
import { isCommandHandled } from '../rules/decision/obey.ts';
import type { ForgeReading } from '../needs/forge.ts';
import { flushOutbox } from '../flush-outbox.ts';
import { createLogEntry } from '../workspace-changes.ts';
import type { DecideDeps } from './deps.ts';
import { measureDecision } from './measure-decision.ts';
import { observeHead, withVouching } from './observe-head.ts';
import {
  findNeverStarted,
  examineFailure,
  readLookContext,
  withIncident,
  readCheckConfig,
} from './look-context.ts';

export interface LookReading {
  readonly reading: ForgeReading;
  /** Workers that are not there any more, by their reference. */
  readonly lost: ReadonlySet<string>;
}

/** One decision: one compare-and-set writes it, or another write was faster and it is worth nothing. */
export async function decideOne(
  deps: DecideDeps,
  head: WorkspaceHead,
  { reading, lost }: LookReading,
): Promise<Decision | 'lost' | undefined> {
  const { state } = head;
  if (reading.kind === 'later') return unlessLost(await postponeLook(deps, head, reading));
  if (isBehind(head, reading, deps.clock.now())) {
    const at = deps.clock.now() + 5_000;
    const reason = 'Our push is not to be seen yet.';
    return unlessLost(await postponeLook(deps, head, { kind: 'later', at, reason }));
  }
  const seen = await observeHead(deps, head, reading);
  if (seen.kind === 'nothing') {
    const { dueAt } = seen;
    return unlessLost(
      await commitLook(deps, head, { next: state, commands: [], isNew: false, dueAt }),
    );
  }
  const vouched = await withVouching(deps, seen, { isReadInFull: reading.kind === 'seen' });
  const made = await makeDecision(deps, vouched, seen);
  const { decision, facts, settings } = made;
  const runs = { fixup: deps.ids.runId(), check: deps.ids.runId() };
  const checkConfig = await readCheckConfig(deps, made.state, made);
  const result = applyDecision(made.state, decision, { facts, settings, runs, checkConfig });
  const next = await stopLeftovers(deps, result.next, decision);
  const commands = [...result.commands, ...requestExits(next, lost)];
  const written = await commitLook(deps, head, {
    ...result,
    next,
    commands,
    decision,
    snapshot: { code: decision.code, facts, settings },
  });
  if (!written) return 'lost';
  measureDecision(deps.metrics, { head, decision, isNew: result.isNew, now: facts.now });
  logDecision(deps, next, { decision, settings });
  logStopped(deps, result.next, next);
  await queueFoundCommands(deps, next);
  return decision;
}

function unlessLost(isWritten: boolean): 'lost' | undefined {
  return isWritten ? undefined : 'lost';
}

function isBehind({ state }: WorkspaceHead, reading: ForgeReading, now: number): boolean {
  switch (reading.kind) {
    case 'seen':
      return reading.facts.state === 'open' && isBehindOurPush(state, reading.facts.headSha, now);
    case 'same':
      return isBehindOurPush(state, state.observation?.headSha, now);
    case 'gone':
    case 'later':
      return false;
  }
}

/** Finds commands in comments of which no event told; one that was obeyed or refused is not queued again. */
async function queueFoundCommands({ queue }: DecideDeps, state: ObservedState): Promise<void> {
  const { id, observation } = state;
  const fresh = observation.asked.filter((one) => !isCommandHandled(state, one.id));
  if (fresh.length === 0) return;
  await queue.send(
    fresh.map(({ id: commentId, login, text, at }) => ({
      kind: 'asked',
      schemaVersion: 1,
      workspaceId: id,
      commentId,
      login,
      text,
      ...(at !== undefined && { askedAt: at }),
    })),
  );
}

interface Made {
  readonly state: ObservedState;
  readonly decision: Decision;
  readonly facts: LookFacts;
  readonly settings: RatchetSettings;
}

/** Before anything is launched for failing checks, the failure itself is looked into. */
async function makeDecision(
  deps: DecideDeps,
  state: ObservedState,
  seen: { readonly settings: RatchetSettings; readonly broken: string | undefined },
): Promise<Made> {
  const { settings, broken } = seen;
  const now = deps.clock.now();
  const context = await readLookContext(deps, state, { now, configProblem: broken });
  const facts = collectLookFacts(state, context);
  const first = { state, facts, settings, decision: decide(facts, settings) };
  if (broken !== undefined) return first;
  const { action, code } = first.decision;
  if (action !== 'FIX_CI' && code !== baseBrokenCode) return first;
  const idle = await findNeverStarted(deps, state);
  if (idle === undefined && action !== 'FIX_CI') return first;
  const failure = idle ?? (await examineFailure(deps, state, { settings, now }));
  const braked = withIncident(state, failure, { settings, now });
  const again = collectLookFacts(braked, { ...context, failure });
  return { state: braked, facts: again, settings, decision: decide(again, settings) };
}

/** clearRatchetSessions: no worker of an earlier session outlives the beginning of anything new. */
async function stopLeftovers(
  { launcher }: DecideDeps,
  state: ObservedState,
  { code }: Decision,
): Promise<ObservedState> {
  if (findCondition(code)?.keepsWorkers === true || state.leftovers.length === 0) return state;
  for (const { taskRef } of state.leftovers) {
    await launcher.stop(taskRef, 'Its session is over.');
  }
  return { ...state, leftovers: [] };
}

/** Logged once, by the decision that recorded it. */
function logStopped({ log }: DecideDeps, before: ObservedState, after: ObservedState): void {
  if (after.leftovers.length > 0) return;
  for (const { runId } of before.leftovers) {
    log.info('Session cleared', { workspaceId: before.id, sessionId: runId });
  }
}

function requestExits(
  { session, check }: ObservedState,
  lost: ReadonlySet<string>,
): readonly WorkspaceCommand[] {
  return [session, check].flatMap((one): WorkspaceCommand[] =>
    one?.taskRef !== undefined && lost.has(one.taskRef) ? [{ kind: 'exit', runId: one.id }] : [],
  );
}

interface Writing {
  readonly next: WorkspaceHead['state'];
  readonly commands: readonly WorkspaceCommand[];
  readonly isNew: boolean;
  readonly decision?: Decision;
  readonly snapshot?: Record<string, unknown>;
  readonly dueAt: number | null;
}

async function commitLook(
  deps: DecideDeps,
  seen: WorkspaceHead,
  { next, commands, isNew, decision, snapshot = {}, dueAt }: Writing,
): Promise<boolean> {
  const now = deps.clock.now();
  const outcome = await deps.workspaces.commit({
    seen,
    next: promiseReports(next, commands),
    commands,
    ...(isNew &&
      decision && {
        transition: createLogEntry(now, {
          ...decision,
          snapshot: JSON.parse(JSON.stringify(snapshot)),
        }),
      }),
    ...(dueAt !== null && { dueAt }),
    now,
    token: deps.ids.token(),
  });
  if (outcome.kind === 'lost') {
    deps.log.info('Another process decided first', { workspaceId: next.id });
    return false;
  }
  await flushOutbox(deps, outcome.head);
  return true;
}

async function postponeLook(
  deps: DecideDeps,
  head: WorkspaceHead,
  { at, reason }: Extract<ForgeReading, { kind: 'later' }>,
): Promise<boolean> {
  deps.log.warn('The look is put off', { workspaceId: head.state.id, reason, at });
  return commitLook(deps, head, { next: head.state, commands: [], isNew: false, dueAt: at });
}

/** What operators read at each decision point. */
function logDecision(
  { log }: DecideDeps,
  { id, consecutiveFixupAttempts, lastCiRunIds, staleCiSince, observation, session }: ObservedState,
  { decision, settings }: Omit<Made, 'state' | 'facts'>,
): void {
  const { action, code, reason } = decision;
  const workspaceId = id;
  log.info('Action determined', {
    workspaceId,
    action,
    code,
    reason,
    consecutiveAttempts: consecutiveFixupAttempts,
  });
  if (code === staleCiCode) {
    const currentRunId = observation.ci.runIds;
    log.info('Stale CI detected', { workspaceId, currentRunId, recordedRunId: lastCiRunIds });
  }
  if (code === staleCiTimeoutCode) {
    const { staleCiMs: timeoutMs } = settings;
    log.warn('STALE_CI_TIMEOUT', { workspaceId, staleSince: staleCiSince, timeoutMs });
  }
  if (action === 'TERMINAL_FAILED') {
    log.warn('Terminal failure', { workspaceId, consecutiveAttempts: consecutiveFixupAttempts });
  }
  if (action.startsWith('FIX_') && session !== undefined) {
    log.info('Fixup reserved', { sessionId: session.id, workspaceId, issue: session.kind });
  }
}
