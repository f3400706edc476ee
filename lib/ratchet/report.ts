import type { RunId, WorkspaceId } from '#model/ids.ts';
import type { Run } from '#model/run.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { questionComment, questionMarker } from '#report/github/question.ts';
import { forgetReport } from './rules/decision/unreported.ts';
import { answerReview } from './report/answer-review.ts';
import type { ReportDeps } from './report/deps.ts';
import { finishCheckRun } from './report/finish-check.ts';
import { offerPatch } from './report/offer-patch.ts';
import { showState } from './report/show-state.ts';
import { changeWithRetries } from './workspace-changes.ts';

export interface ToReport {
  readonly workspaceId: WorkspaceId;
  /** The run whose result is to be shown as well. */
  readonly runId?: RunId | undefined;
}

/** Brings what people see at the forge up to date. Repeated at any point, it says nothing twice. */
export async function reportToForge(
  deps: ReportDeps,
  { workspaceId, runId }: ToReport,
): Promise<void> {
  const head = await deps.workspaces.load(workspaceId);
  if (head === undefined) {
    deps.log.info('Nothing to report', { workspaceId, runId });
    return;
  }
  const { state } = head;
  // Nobody can be told anything where the pull request or our access to it is gone.
  if (state.observation?.state === 'none') return;
  // An archived repository takes no comment and no check either.
  if (state.observation?.archived === true) return;
  const run = runId === undefined ? undefined : await deps.runs.loadRun(runId);
  await runEach([
    ...(run === undefined ? [] : planResults(deps, state, run)),
    () => askPeople(deps, state),
    () => showState(deps, state),
  ]);
  if (runId !== undefined) await noteShown(deps, workspaceId, runId);
}

/** Until this is written, every look asks for the report again. */
async function noteShown(deps: ReportDeps, id: WorkspaceId, runId: RunId): Promise<void> {
  await changeWithRetries(deps, id, ({ state, dueAt }) => {
    if (state.unreported?.includes(runId) !== true) return undefined;
    const next = forgetReport(state, runId);
    return { next, commands: [], ...(dueAt !== undefined && { dueAt }) };
  });
}

type Effect = () => Promise<void>;

function planResults(deps: ReportDeps, state: WorkspaceState, run: Run): readonly Effect[] {
  if (run.kind === 'check') return [() => finishCheckRun(deps, state, run)];
  return [() => answerReview(deps, state, run), () => offerPatch(deps, state, run)];
}

/** Asks what a plan waits to be told, once. */
async function askPeople(
  { forge, hash, log }: ReportDeps,
  { id: workspaceId, pullRequest, question }: WorkspaceState,
): Promise<void> {
  if (question === undefined) return;
  const marker = questionMarker(hash.hex(question));
  await forge.addComment(pullRequest, marker, questionComment(question));
  log.info('Question asked', { workspaceId });
}

/** One that the forge refuses keeps none of the others from being shown; all of them are tried again. */
async function runEach(effects: readonly Effect[]): Promise<void> {
  const failures: unknown[] = [];
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'Not everything could be reported');
}
