import type { RunId, WorkspaceId } from '#model/ids.ts';
import { judgingSummary } from '#model/judging.ts';
import type { Run } from '#model/run.ts';
import { type RunBrief, runBrief } from '#model/run-brief.ts';
import type { WorkspaceHead } from '#model/workspace.ts';
import { applyWorkerEnd, applyWorkerStart } from '#repair/rules/session/worker.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { SessionBackend, SessionResult, StartOutcome } from './needs/session-backend.ts';
import type { ChangeDeps } from '#ratchet/change-workspace.ts';
import { briefName } from '#ratchet/dispatch/brief-name.ts';
import { changeWithRetries, createLogEntry } from '#ratchet/workspace-changes.ts';

export interface SessionServices extends ChangeDeps {
  readonly runs: Pick<RunStore, 'loadRun' | 'updateRunStatus'>;
  readonly artifacts: Pick<Artifacts, 'get'>;
  /** Where the code can be fetched, with a token that may only read it. */
  readonly checkoutOf: (pullRequest: RunBrief['pullRequest']) => Promise<CheckoutSource>;
}

type CheckoutSource = Extract<StartOutcome, { kind: 'started' }>['checkout'];

export interface ServedRun {
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
  /** The number of a worker that has started before; absent: it is yet to start. */
  readonly fence?: number;
}

/** The control plane as the worker of one run sees it: it starts the worker and takes its result. */
export function serveSession(deps: SessionServices, served: ServedRun): SessionBackend {
  let { fence } = served;
  return {
    start: async (nonce) => {
      const outcome = await startSession(deps, served, nonce);
      if (outcome.kind === 'started') ({ fence } = outcome);
      return outcome;
    },
    finish: async (end) =>
      fence === undefined ? 'refused' : takeResult(deps, served, { ...end, fence }),
  };
}

async function startSession(
  deps: SessionServices,
  { workspaceId, runId }: ServedRun,
  nonce: string,
): Promise<StartOutcome> {
  const brief = await loadBrief(deps, runId);
  const run = await deps.runs.loadRun(runId);
  if (brief === undefined || run === undefined) return refuseStart(`The run ${runId} has no brief`);
  // Comes before the worker counts as started: where the forge is down, it may be launched again.
  const checkout = await deps.checkoutOf(brief.pullRequest);
  const outcome = await changeWithRetries(deps, workspaceId, (head, now) => {
    const worker = applyWorkerStart(head.state, { runId, nonce, now });
    if (worker.kind === 'refused' || worker.value.isRepeated) return { next: undefined, worker };
    const { next, fence } = worker.value;
    const snapshot = { runId, phase: 'running', fence };
    const transition = createLogEntry(now, {
      action: 'SESSION',
      reason: 'The worker started.',
      snapshot,
    });
    return { next, transition, commands: [], ...keepDue(head), worker };
  });
  if (outcome.kind === 'unknown') return refuseStart(`There is no workspace ${workspaceId}`);
  const { worker } = outcome.answer;
  if (worker.kind === 'refused') return refuseStart(worker.sentence);
  const { fence, deadline } = worker.value;
  return { kind: 'started', run, brief, fence, deadline, checkout };
}

/** What the control plane wrote for the worker of a run; undefined: it wrote nothing. */
export async function loadBrief(
  { artifacts }: SessionServices,
  runId: RunId,
): Promise<RunBrief | undefined> {
  const bytes = await artifacts.get({ runId, name: briefName });
  return bytes && runBrief.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

function refuseStart(reason: string): StartOutcome {
  return { kind: 'refused', reason };
}

/** A change of a session keeps when the workspace is due: a message follows it. */
function keepDue({ dueAt }: WorkspaceHead): { readonly dueAt?: number } {
  return dueAt === undefined ? {} : { dueAt };
}

async function takeResult(
  deps: SessionServices,
  { workspaceId, runId }: ServedRun,
  end: SessionResult & { readonly fence: number },
): ReturnType<SessionBackend['finish']> {
  const { changeset, question, fence, status, costUsd } = end;
  const judging = judgingSummary.safeParse(end.summary['judging']).data;
  const result = { runId, fence, changeset, question, judging };
  const loaded = await deps.workspaces.load(workspaceId);
  const before = loaded && applyWorkerEnd(loaded.state, { ...result, now: deps.clock.now() });
  if (before === undefined || before.kind === 'refused') return 'refused';
  // The control plane learns of the end of the session next, and must then find how its run ended.
  const summary: Run['summary'] = { ...end.summary, costUsd };
  await deps.runs.updateRunStatus({ runId, status, summary, now: deps.clock.now() });
  const outcome = await changeWithRetries(deps, workspaceId, (head, now) => {
    const after = applyWorkerEnd(head.state, { ...result, now });
    if (after.kind === 'refused') return { next: undefined, isHeard: false };
    if (after.value.kind === 'repeated') return { next: undefined, isHeard: true };
    const { next, command } = after.value;
    const snapshot = { runId, phase: 'finished', status, promised: command.kind };
    const reason = `The worker finished: ${status}.`;
    const transition = createLogEntry(now, { action: 'SESSION', reason, snapshot });
    return { next, transition, commands: [command], ...keepDue(head), isHeard: true };
  });
  return outcome.kind !== 'unknown' && outcome.answer.isHeard ? 'accepted' : 'refused';
}
