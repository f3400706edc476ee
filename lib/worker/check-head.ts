import type { CheckReport } from '#model/check-report.ts';
import type { PlanProblem } from '#model/engine-plan.ts';
import { runCheck } from '#check/run-check.ts';
import { buildCheckDeps, buildCheckInput } from '#check/check-input.ts';
import { ensureBaseline, createBaselineReader } from './ensure-baseline.ts';
import type { SessionResult } from './needs/session-backend.ts';
import type { HeadToWorkOn, Worker } from './worker.ts';

/** The engines of `ratchetr check` on a head, against its merge base; undefined: it was interrupted. */
export async function checkHead(
  { host, progress, signal, version: ratchetr }: Worker,
  { started: { run }, prepared, state, mergeBase }: HeadToWorkOn,
): Promise<SessionResult | undefined> {
  const own = buildCheckDeps(host, prepared, createBaselineReader(state));
  // The base is judged beforehand, and its findings are recorded.
  const deps = { ...own, judgeBase: undefined, ...state.stores, clock: host.clock };
  const input = await buildCheckInput(host, prepared, signal);
  const base = { prepared, state, check: deps, input, runId: run.id, base: mergeBase };
  await ensureBaseline(host, base);
  const { unreadable, absent, schedule } = prepared;
  const told = { ratchetr, unreadable, absent, problems: schedule.problems.map(excuseProblem) };
  const checked = await runCheck({ ...deps, progress: progress.check }, run.id, { input, ...told });
  return checked && toCheckResult(checked.report, checked.name);
}

/** The settings are those of the merge base, so the pull request is not to blame for them. */
function excuseProblem({ message, ...problem }: PlanProblem): PlanProblem {
  const where = 'The settings are those of the merge base, so this fails nothing here.';
  return { ...problem, message: `${message} ${where}`, sameAtBase: true };
}

function toCheckResult(
  { exit, engines, has_failures: hasFailures }: CheckReport,
  report: string,
): SessionResult {
  const count = (of: 'new' | 'tolerated'): number =>
    engines.reduce((sum, { counts }) => sum + counts[of], 0);
  const findings = { new: count('new'), tolerated: count('tolerated') };
  const broken = engines.filter(({ outcome }) => outcome.error !== null).length;
  const summary = { schemaVersion: 1, exit, hasFailures, findings, broken, report };
  return { summary, status: exit === 0 || exit === 1 ? 'succeeded' : 'failed', costUsd: 0 };
}
