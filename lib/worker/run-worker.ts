import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { SessionSummary } from '#model/session-summary.ts';
import { runStatusAfter, toJson } from '#repair/run-repair.ts';
import { checkHead } from './check-head.ts';
import { nameBaselines, type WorkState } from './ensure-baseline.ts';
import type { OpenedCheckout } from './needs/checkout.ts';
import type { SessionResult, StartedSession } from './needs/session-backend.ts';
import { prepareWork } from './prepare-work.ts';
import { repairHead, type Repaired } from './repair-head.ts';
import type { Worker } from './worker.ts';

/** `interrupted`: the worker was stopped, and leaves the run to the next one. */
export type WorkerConclusion = 'accepted' | 'interrupted';

/** Does the work of one run from its first request to its result. Another nonce is another worker. */
export async function runWorker(
  worker: Worker,
  nonce: string,
): Promise<Outcome<WorkerConclusion, 'not-started' | 'too-late'>> {
  const started = await worker.backend.start(nonce);
  if (started.kind === 'refused') {
    return refuse('not-started', `The worker did not start: ${started.reason}.`);
  }
  const opened = await worker.openCheckout(started);
  try {
    const result = await workOn(worker, started, opened);
    if (result === undefined) return ok('interrupted');
    if ((await worker.backend.finish(result)) === 'accepted') return ok('accepted');
    const sentence =
      'The result was not accepted: the deadline has passed, or another worker owns this run by now.';
    return refuse('too-late', sentence);
  } finally {
    await opened.close();
  }
}

/** The result that the worker sends; undefined: it was stopped, and the run goes on later. */
async function workOn(
  worker: Worker,
  started: StartedSession,
  opened: OpenedCheckout,
): Promise<SessionResult | undefined> {
  const end = await doWork(worker, started, opened);
  if (worker.signal.aborted) return undefined;
  if (end.kind === 'ok') return end.value;
  worker.host.tell(end.sentence);
  return endWithout(end.sentence);
}

async function doWork(
  worker: Worker,
  started: StartedSession,
  checkout: OpenedCheckout,
): Promise<Outcome<SessionResult | undefined>> {
  const { run, brief } = started;
  const { gitDir, mergeBase } = checkout;
  if (mergeBase === undefined) {
    const { headRef, baseRef } = brief;
    const sentence = `The branch ${headRef} has no commit in common with ${baseRef}, so there is nothing to compare it with; start it again from ${baseRef}.`;
    return refuse('unrelated', sentence);
  }
  const kind = brief.work === 'check' ? 'check' : 'fixup';
  const { host, repositoryId } = brief.pullRequest;
  const preparing = await prepareWork(worker, {
    ...checkout,
    runId: run.id,
    kind,
    head: brief.headSha,
    mergeBase,
    recorded: brief.work === 'merge-conflict' ? brief.baseSha : mergeBase,
    repositoryName: `${host} ${repositoryId}`,
  });
  if (preparing.kind === 'refused') return preparing;
  const { prepared, ofBase, release } = preparing.value;
  const { stores, folders } = worker;
  try {
    const recordedAs = await nameBaselines(worker.host, {
      prepared,
      repository: run.repoPath,
      head: brief.headSha,
      base: mergeBase,
    });
    const state: WorkState = { stores, gitDir, folders, recordedAs };
    const work = { started, prepared, ofBase, state, mergeBase };
    if (kind === 'check') return ok(await checkHead(worker, work));
    const repaired = await repairHead(worker, work);
    return repaired.kind === 'ok'
      ? ok(await toSessionResult(worker, started, repaired.value))
      : repaired;
  } finally {
    await release();
  }
}

async function toSessionResult(
  { stores }: Worker,
  { run }: StartedSession,
  { summary, question }: Repaired,
): Promise<SessionResult | undefined> {
  if (summary.outcome === 'interrupted') return undefined;
  const { changeset: name, result } = summary;
  const usd = (await stores.runs.summarizeRun(run.id))?.usd ?? 0;
  return {
    summary: toJson(summary),
    status: runStatusAfter(summary),
    costUsd: usd,
    ...(result.kind === 'changeset' && name && { changeset: { runId: run.id, name } }),
    ...(question !== undefined && { question }),
  };
}

/** The result of work that could not begin: it cost nothing. */
function endWithout(sentence: string): SessionResult {
  const summary: SessionSummary = {
    schemaVersion: 1,
    outcome: 'failed',
    sentence,
    result: { kind: 'none' },
    toRepair: { before: 0, after: 0 },
    vector: { acceptable: true, components: [] },
    dropped: [],
    checkpoints: [],
    engineErrors: [],
  };
  return { summary: toJson(summary), status: runStatusAfter(summary), costUsd: 0 };
}
