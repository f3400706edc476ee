import { artifactName } from '#model/artifact.ts';
import { checkReport } from '#model/check-report.ts';
import type { Run } from '#model/run.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { checkResult } from '#report/github/check-result.ts';
import { unfinishedCheck } from '#report/github/unfinished-check.ts';
import type { ReportDeps } from './deps.ts';
import { readValue } from './read-artifact.ts';

const reportName = artifactName.parse('check-report.json');

/** Ends the GitHub check run of a check, whatever became of it. */
export async function finishCheckRun(
  deps: ReportDeps,
  state: WorkspaceState,
  run: Run,
): Promise<void> {
  const { id, check, pullRequest } = state;
  if (check?.id === run.id) return;
  const report = await readValue(deps.artifacts, { runId: run.id, name: reportName }, checkReport);
  const result =
    report === undefined ? unfinishedCheck(run, state, deps.clock.now()) : checkResult(report);
  const own = { headSha: run.headSha, externalId: run.id };
  await deps.forge.completeCheck(pullRequest, own, result);
  // Our own events wake nobody, and somebody may wait for this one.
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
