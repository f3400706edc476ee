import type { CheckReport } from '#model/check-report.ts';
import type { PlanProblem } from '#model/engine-plan.ts';
import type { Sha } from '#model/ids.ts';
import type { Run } from '#model/run.ts';
import type { SessionEndWord } from '#worker/needs/session-backend.ts';
import { runCheck } from '#check/run-check.ts';
import { checkDeps, checkInput } from '#check/check-input.ts';
import type { EngineHost } from '#check/needs/engine-host.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import { createProgress } from '../check/progress.ts';
import type { CliContext } from '../context.ts';
import { readVersion } from '../version.ts';
import { ensureBaseline, recordedBy, type WorkState } from './known-base.ts';

export interface CheckWork {
  readonly run: Run;
  readonly prepared: PreparedCheck;
  readonly state: WorkState;
  readonly mergeBase: Sha;
}

/** The engines of `ratchetr check` on a head, against its merge base; undefined: it was interrupted. */
export async function check(
  context: CliContext,
  host: EngineHost,
  { run, prepared, state, mergeBase }: CheckWork,
): Promise<SessionEndWord | undefined> {
  const { signal, env, stderr } = context;
  const progress = createProgress({ output: stderr, clock: host.clock, signal, env });
  try {
    const own = checkDeps(host, prepared, recordedBy(state));
    // The base is judged beforehand, and what was found out is recorded.
    const deps = { ...own, judgeBase: undefined, ...state.stores, clock: host.clock };
    const input = await checkInput(host, prepared, signal);
    await ensureBaseline(host, {
      prepared,
      state,
      check: deps,
      input,
      runId: run.id,
      base: mergeBase,
    });
    const { unreadable, absent, schedule } = prepared;
    const problems = schedule.problems.map(ofBase);
    const told = { ratchetr: readVersion(), unreadable, absent, problems };
    const checked = await runCheck({ ...deps, progress }, run.id, { input, ...told });
    return checked && { ...endOf(checked.report, checked.name), costUsd: 0 };
  } finally {
    progress.stop();
  }
}

/** The settings are those of the merge base, so no pull request can answer for them. */
function ofBase({ message, ...problem }: PlanProblem): PlanProblem {
  const where = 'The merge base says so, which makes nothing red here.';
  return { ...problem, message: `${message} ${where}`, sameAtBase: true };
}

function endOf(
  { exit, engines, has_failures: hasFailures }: CheckReport,
  report: string,
): Pick<SessionEndWord, 'status' | 'summary'> {
  const count = (of: 'new' | 'tolerated'): number =>
    engines.reduce((sum, { counts }) => sum + counts[of], 0);
  const findings = { new: count('new'), tolerated: count('tolerated') };
  const broken = engines.filter(({ outcome }) => outcome.error !== null).length;
  const summary = { schemaVersion: 1, exit, hasFailures, findings, broken, report };
  return { summary, status: exit === 0 || exit === 1 ? 'succeeded' : 'failed' };
}
