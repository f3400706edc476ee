import type { RunId, WorkspaceId } from '#model/ids.ts';
import type { Run } from '#model/run.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { questionComment, questionMarker } from '#report/github/question.ts';
import { runBrief } from '#model/run-brief.ts';
import { sessionSummary } from '#model/session-summary.ts';
import { threadReplies } from '#report/github/thread-replies.ts';
import { patchComment, patchMarker } from '#report/github/patch.ts';
import { artifactName } from '#model/artifact.ts';
import { checkReport } from '#model/check-report.ts';
import { checkResult } from '#report/github/check-result.ts';
import { unfinishedCheck } from '#report/github/unfinished-check.ts';
import { forgetReport } from './rules/decision/unreported.ts';
import type { ReportDeps } from './report/deps.ts';
import { showState } from './report/show-state.ts';
import { changeWithRetries } from './workspace-changes.ts';
import { briefName } from './dispatch/brief-name.ts';
import { readStoredText, readStoredValue } from './read-artifact.ts';

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
  // Without the pull request, or access to it, there is no place for a comment.
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

/** Replies in every thread that a session was to address: what was done, or why nothing was. */
async function answerReview(
  deps: ReportDeps,
  { id: workspaceId, lastSession, observation, pullRequest, pushes }: WorkspaceState,
  { id: runId, summary }: Run,
): Promise<void> {
  if (lastSession?.runId !== runId || lastSession.kind !== 'review') return;
  if (observation === undefined) return;
  const brief = await readStoredValue(deps.artifacts, { runId, name: briefName }, runBrief);
  const { dropped = [] } = sessionSummary.safeParse(summary).data ?? {};
  const isPushed = lastSession.outcome === 'pushed';
  const replies = threadReplies({
    url: observation.url,
    session: lastSession,
    commit: isPushed ? pushes.findLast(({ at }) => at === lastSession.at)?.sha : undefined,
    threads: brief?.threads ?? [],
    tasks: await deps.runs.listTasks(runId),
    attempts: await deps.runs.listAttempts(runId),
    accepted: await deps.runs.listAccepted(runId),
    dropped: new Map(dropped.map(({ taskId, because }) => [taskId, because])),
  });
  for (const reply of replies) await deps.forge.replyInThread(pullRequest, reply);
  if (replies.length > 0) {
    deps.log.info('Review answered', { workspaceId, runId, threads: replies.length });
  }
}

/** Offers a verified patch to people who may push, where we may not. */
async function offerPatch(
  deps: ReportDeps,
  { id: workspaceId, lastSession, pullRequest }: WorkspaceState,
  { id: runId, headSha: head, summary }: Run,
): Promise<void> {
  if (lastSession?.runId !== runId || !lastSession.patch) return;
  const { patch: name, expectations, proof } = sessionSummary.safeParse(summary).data ?? {};
  if (name === undefined) {
    deps.log.warn('The patch to be offered is not there', { workspaceId, runId });
    return;
  }
  const text = await readStoredText(deps.artifacts, { runId, name });
  const markdown = patchComment({
    runId,
    head,
    name,
    text,
    reason: lastSession.reason,
    expectations,
    proof,
  });
  await deps.forge.addComment(pullRequest, patchMarker(runId), markdown);
  deps.log.info('Patch offered', { workspaceId, runId, artifact: name });
}

const reportName = artifactName.parse('check-report.json');

/** Who vouched for how this head is judged; undefined: no person did. */
function voucherOf({ vouchedJudging }: WorkspaceState, { headSha }: Run): string | undefined {
  return vouchedJudging?.headSha === headSha ? vouchedJudging.by : undefined;
}

/** Ends the GitHub check run of a check, whatever became of it. */
async function finishCheckRun(deps: ReportDeps, state: WorkspaceState, run: Run): Promise<void> {
  const { id, check, pullRequest } = state;
  if (check?.id === run.id) return;
  const report = await readStoredValue(
    deps.artifacts,
    { runId: run.id, name: reportName },
    checkReport,
  );
  const result =
    report === undefined
      ? unfinishedCheck(run, state, deps.clock.now())
      : checkResult(report, voucherOf(state, run));
  const own = { headSha: run.headSha, externalId: run.id };
  await deps.forge.completeCheck(pullRequest, own, result);
  // Events of our own App are ignored, and this workspace may wait for the check.
  await deps.workspaces.wake(id, deps.clock.now());
  const { conclusion, annotations } = result;
  deps.log.info('Check reported', {
    workspaceId: id,
    runId: run.id,
    headSha: run.headSha,
    conclusion,
    annotations: annotations.length,
  });
}
