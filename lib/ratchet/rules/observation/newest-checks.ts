import type { CheckFacts } from './facts.ts';

/**
 * The executions that count: of each check the newest one, for the forge keeps superseded ones too. A name that is
 * reported by several, for several events, or both as a check run and as a status, is several checks. Where nothing
 * tells which of two is newer, both stay, so that the worse one counts.
 */
export function newestChecks(checks: readonly CheckFacts[]): readonly CheckFacts[] {
  const byCheck = Map.groupBy(checks, identifyCheckForEvent);
  return [...byCheck.values()].flatMap((same) => selectNewestExecutions(same));
}

/** What a check is called, whatever it ran for: so a head is compared with its base. */
export function identifyCheck({ source, app, workflow, workflowId, name }: CheckFacts): string {
  return JSON.stringify([source, app, workflowId ?? workflow ?? null, name]);
}

/** What makes two executions one check. Without a workflow there is one suite for all that an App says of a head. */
function identifyCheckForEvent(check: CheckFacts): string {
  return JSON.stringify([identifyCheck(check), check.event ?? check.suite ?? null]);
}

function selectNewestExecutions(same: readonly CheckFacts[]): readonly CheckFacts[] {
  const isNumbered = same.every(({ id }) => /^\d+$/.test(id));
  // Ids go beyond what a number holds exactly.
  if (!isNumbered) return selectLatest(same, ({ startedAt }) => startedAt);
  const [newest, ...others] = selectLatest(same, ({ id }) => BigInt(id));
  if (newest === undefined) return others;
  return same.filter((check) => check.id === newest.id || ranBesideNewest(check, newest));
}

/** In one pass: an App that may make checks can make thousands of one name. */
function selectLatest(
  same: readonly CheckFacts[],
  ageOf: (check: CheckFacts) => number | bigint | undefined,
): readonly CheckFacts[] {
  const ages = same.map(ageOf);
  let newest: number | bigint | undefined;
  for (const age of ages) {
    if (age !== undefined && (newest === undefined || age > newest)) newest = age;
  }
  return same.filter((_, index) => ages[index] === undefined || ages[index] === newest);
}

/**
 * Jobs of one run of a workflow may share a name, as those of a matrix. A job runs again only once the run of its
 * workflow is over, so what had not ended when the newest began is no earlier attempt at it.
 */
function ranBesideNewest(job: CheckFacts, newest: CheckFacts): boolean {
  if (job.jobId === undefined || job.suite === undefined || job.suite !== newest.suite)
    return false;
  if (job.status !== 'COMPLETED') return true;
  const { completedAt } = job;
  const { startedAt } = newest;
  return completedAt !== undefined && startedAt !== undefined && completedAt > startedAt;
}
