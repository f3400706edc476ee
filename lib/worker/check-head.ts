import type { PlanProblem } from '#model/engine-plan.ts';
import type { Sha } from '#model/ids.ts';
import type { EngineHost } from '#check/needs/engine-host.ts';
import { listShared } from '#check/prepare/prepare-check.ts';
import { type KeptCheck, runCheck } from '#check/run-check.ts';
import { buildCheckDeps, buildCheckInput } from '#check/check-input.ts';
import { ensureBaseline, createBaselineReader } from './ensure-baseline.ts';
import type { SessionResult } from './needs/session-backend.ts';
import type { HeadToWorkOn, Worker } from './worker.ts';

/** The engines of `ratchetr check` on a head, against its merge base; undefined: it was interrupted. */
export async function checkHead(
  { host, progress, signal, version: ratchetr }: Worker,
  { started: { run, brief }, prepared, ofBase, state, mergeBase }: HeadToWorkOn,
): Promise<SessionResult | undefined> {
  const own = buildCheckDeps(host, prepared, createBaselineReader(state));
  // The base is judged beforehand, and its findings are recorded.
  const deps = { ...own, judgeBase: undefined, ...state.stores, clock: host.clock };
  const input = await buildCheckInput(host, prepared, signal);
  const base = { prepared, ofBase, state, check: deps, input, runId: run.id, base: mergeBase };
  await ensureBaseline(host, base);
  const { unreadable, absent, unjudged, schedule } = prepared;
  const problems = schedule.problems.map(excuseProblem);
  const told = { ratchetr, unreadable, absent, unjudged, problems };
  const checked = await inCopyOf(host, { prepared, commit: brief.headSha, state }, (copy) =>
    runCheck({ ...deps, progress: progress.check }, run.id, { input: { ...input, copy }, ...told }),
  );
  return checked && toCheckResult(checked);
}

interface CommitToJudge extends Pick<HeadToWorkOn, 'prepared' | 'state'> {
  readonly commit: Sha;
}

/** Judges in a copy of a commit: whatever runs there, the checkout is what was fetched. */
async function inCopyOf<Result>(
  host: EngineHost,
  { prepared, commit, state: { gitDir } }: CommitToJudge,
  judge: (copy: string) => Promise<Result>,
): Promise<Result> {
  const { repository, installed } = prepared;
  const tree = await host.history.treeOf(repository, commit);
  if (tree === undefined) throw new Error(`The checkout has no commit ${commit}`);
  const opened = await host.openCopies(repository, gitDir, installed?.folder);
  try {
    const linked = listShared(prepared, await opened.listFiles(tree));
    const { path } = await opened.copies.open(tree, { hidden: [], linked });
    return await judge(path);
  } finally {
    await opened.close();
  }
}

/** The settings are those of the merge base, so the pull request is not to blame for them. */
function excuseProblem({ message, ...problem }: PlanProblem): PlanProblem {
  const where = 'The settings are those of the merge base, so this fails nothing here.';
  return { ...problem, message: `${message} ${where}`, sameAtBase: true };
}

function toCheckResult({ report: checked, name: report, judging }: KeptCheck): SessionResult {
  const { exit, engines, has_failures: hasFailures } = checked;
  const count = (of: 'new' | 'tolerated'): number =>
    engines.reduce((sum, { counts }) => sum + counts[of], 0);
  const findings = { new: count('new'), tolerated: count('tolerated') };
  const broken = engines.filter(({ outcome }) => outcome.error !== null).length;
  const summary = {
    schemaVersion: 1,
    exit,
    hasFailures,
    findings,
    broken,
    report,
    ...(judging && { judging }),
  };
  return { summary, status: [0, 1, 4, 5].includes(exit) ? 'succeeded' : 'failed', costUsd: 0 };
}
