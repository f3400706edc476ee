import type { Artifact } from '#model/artifact.ts';
import type { Attempt } from '#model/attempt.ts';
import type { Finding } from '#model/finding.ts';
import type { AcceptedDiff, Run } from '#model/run.ts';
import type { LeftFinding, Publication, ReportedTask, RunReport } from '#model/run-report.ts';
import type { SessionSummary } from '#model/session-summary.ts';
import type { Task } from '#model/task.ts';
import { isUndone } from '#repair/rules/session/undone.ts';
import { safeText } from '../safe-text.ts';
import { compareCollections } from './compare-findings.ts';
import { type CoveredFindings, coveredFindings } from './covered-findings.ts';
import { safeFinding, safeTask, safeSummary } from './safe-records.ts';
import { sumCosts, sumTimes } from './totals.ts';

export interface RunRecords {
  readonly run: Run;
  readonly tasks: readonly Task[];
  readonly attempts: readonly Attempt[];
  readonly findingsStart: readonly Finding[];
  /** Of all checkpoints: tasks were planned from them too. */
  readonly findingsBetween?: readonly Finding[];
  readonly findingsFinal: readonly Finding[];
  readonly accepted: readonly AcceptedDiff[];
  readonly artifacts: readonly Artifact[];
  /** What became of its result, where that is for others to push. */
  readonly publication?: Publication | null;
  readonly now: number;
}

/** Puts together what a run amounts to, or has come to so far, safe to show as it is. */
export function assembleRunReport(records: RunRecords): RunReport {
  const { run, artifacts, findingsStart, findingsBetween = [], findingsFinal, now } = records;
  const { publication = null } = records;
  const summary = safeSummary(run);
  const compared = compareCollections({
    start: findingsStart,
    final: hasFinal(summary, findingsFinal) ? findingsFinal : undefined,
    unsure: new Set(summary?.engineErrors.map(({ engine }) => engine)),
  });
  const covered = coveredFindings(records.tasks, [...findingsStart, ...findingsBetween]);
  const tasks = reportTasks(records, summary, covered);
  const attempts = tasks.flatMap((task) => task.attempts);
  return {
    schemaVersion: 1,
    at: now,
    run: runPart(run),
    summary,
    publication,
    undone: isUndone(artifacts),
    tasks: [...tasks],
    engines: [...compared.engines],
    left: [...leftFindings({ run, tasks, covered }, compared)],
    costs: [...sumCosts(attempts)],
    usd: attempts.reduce((sum, { cost }) => sum + (cost?.usd ?? 0), 0),
    times: sumTimes(summary, attempts),
    artifacts: {
      count: artifacts.length,
      bytes: artifacts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    },
  };
}

/** Nothing found at the end is stored as nothing at all; only a session that was cut off did not look. */
function hasFinal(summary: SessionSummary | null, final: readonly Finding[]): boolean {
  return final.length > 0 || (summary !== null && summary.outcome !== 'interrupted');
}

function runPart(run: Run): RunReport['run'] {
  const { id, kind, status, headSha, baseSha, startedAt, finishedAt } = run;
  const repoPath = safeText(run.repoPath);
  return { id, kind, status, repoPath, headSha, baseSha, startedAt, finishedAt };
}

function reportTasks(
  { tasks, attempts, accepted, artifacts }: RunRecords,
  summary: SessionSummary | null,
  covered: CoveredFindings,
): readonly ReportedTask[] {
  const byTask = Map.groupBy(attempts, ({ taskId }) => taskId);
  const places = new Map(accepted.map(({ taskId, sequence }) => [taskId, sequence]));
  const drops = new Map(summary?.dropped.map(({ taskId, because }) => [taskId, because]));
  const plans = Map.groupBy(
    artifacts.filter(({ kind, name }) => kind === 'json' && name.startsWith('plans/')),
    ({ name }) => name.split('/')[1],
  );
  return tasks
    .toSorted((a, b) => a.priority - b.priority || a.createdAt - b.createdAt)
    .map((task) => ({
      ...safeTask(task, byTask.get(task.id) ?? []),
      findings: covered.of(task).map(safeFinding),
      accepted: places.get(task.id) ?? null,
      dropped: drops.get(task.id) ?? null,
      plans: (plans.get(task.id) ?? []).map(({ name }) => name),
    }));
}

interface Repairs {
  readonly run: Run;
  readonly tasks: readonly ReportedTask[];
  readonly covered: CoveredFindings;
}

function leftFindings(
  { run, tasks, covered }: Repairs,
  { left, fresh, engines }: ReturnType<typeof compareCollections>,
): readonly LeftFinding[] {
  const isOver = run.status !== 'running';
  const unsure = new Set(engines.filter((one) => one.left === null).map(({ tool }) => tool));
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const tell = (finding: Finding, isNew: boolean): readonly LeftFinding[] => {
    const id = covered.taskOf(finding)?.id;
    const task = id === undefined ? undefined : byId.get(id);
    const why = whyLeft(task, { isOver, unsure: isOver && unsure.has(finding.tool) });
    const before = isNew ? ['It was not there at the start.'] : [];
    if (why === undefined) return [];
    const because = [...before, ...(isNew && task === undefined ? [] : [why])].join(' ');
    return [{ ...safeFinding(finding), taskId: task?.id ?? null, isNew, because }];
  };
  return [
    ...left.flatMap((finding) => tell(finding, false)),
    ...fresh.flatMap((finding) => tell(finding, true)),
  ];
}

/**
 * Says why a finding is still there, from how its task stands; without one nothing was tried. Nothing:
 * it is repaired as far as anybody knows.
 */
function whyLeft(
  task: ReportedTask | undefined,
  { isOver, unsure }: { readonly isOver: boolean; readonly unsure: boolean },
): string | undefined {
  if (task === undefined) return unsure ? unjudged : 'No task was made for it.';
  if (task.dropped !== null) return `Its repair was taken out at the end: ${task.dropped}`;
  const reason = task.statusReason === undefined ? '.' : `: ${endSentence(task.statusReason)}`;
  switch (task.status) {
    case 'queued':
      return isOver
        ? `The run ended before it was repaired${reason}`
        : `It is to be tried${reason}`;
    case 'running':
      return isOver ? 'The run ended while it was tried.' : 'It is being worked on.';
    case 'blocked':
      return `It waits for a person${reason}`;
    case 'abandoned':
      return `Its repair was given up${reason}`;
    case 'succeeded':
      if (!isOver) return undefined;
      return unsure ? unjudged : 'Its repair was accepted, but the finding is still there.';
  }
}

const unjudged = 'Whether it is still there is unknown: its engine gave no result at the end.';

function endSentence(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
