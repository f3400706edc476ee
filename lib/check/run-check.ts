import type { ArtifactName } from '#model/artifact.ts';
import type { CheckReport } from '#model/check-report.ts';
import type { PlanProblem } from '#model/engine-plan.ts';
import type { JudgingSummary } from '#model/judging.ts';
import type { RunId } from '#model/ids.ts';
import { assembleReport } from '#report/assemble-report.ts';
import { summarizeJudging } from '#report/judging.ts';
import { createEvidenceKeeper } from './keep-evidence.ts';
import { type CheckServices, type CheckInput, checkRepository } from './check-repository.ts';
import { type ArtifactStores, storeArtifact } from './store-artifact.ts';

export interface CheckToReport {
  readonly input: CheckInput;
  /** The version of Ratchetr. */
  readonly ratchetr: string;
  /** What could not be read, in sentences. */
  readonly unreadable: readonly string[];
  /** Engines that could not be planned. */
  readonly problems: readonly PlanProblem[];
  readonly absent: readonly CheckReport['absent'][number][];
  readonly unjudged: readonly CheckReport['unjudged'][number][];
  /** With which evidence is kept; absent: none is. */
  readonly run?: RunId;
}

/** Runs the engines of a repository and says all that any report of it shows. */
export async function reportCheck(
  deps: CheckServices,
  { input, ratchetr, unreadable, problems, absent, unjudged, run }: CheckToReport,
): Promise<CheckReport> {
  const ids = run === undefined ? deps.ids : { ...deps.ids, runId: () => run };
  const checked = await checkRepository({ ...deps, ids }, input);
  const { commit, ref, because } = checked.base;
  return assembleReport({
    ratchetr,
    ...(run !== undefined && { run }),
    interrupted: input.signal?.aborted === true,
    unreadable: [...unreadable],
    base: { commit, ref, because },
    engines: [...checked.engines],
    problems: [...problems, ...checked.problems],
    absent: [...absent],
    unjudged: [...unjudged],
    vector: checked.vector,
    judging: checked.judging,
  });
}

export interface KeptCheck {
  readonly report: CheckReport;
  readonly name: ArtifactName;
  /** What changed how the code is judged, in short; absent: nothing did. */
  readonly judging?: JudgingSummary;
}

/** Checks for a run, and keeps the report with it; undefined: it was interrupted, and nothing is kept. */
export async function runCheck(
  deps: CheckServices & ArtifactStores,
  runId: RunId,
  check: CheckToReport,
): Promise<KeptCheck | undefined> {
  const input = { ...check.input, evidence: createEvidenceKeeper(deps, runId) };
  const report = await reportCheck(deps, { ...check, input, run: runId });
  if (check.input.signal?.aborted === true) return undefined;
  const body = JSON.stringify(report);
  const name = await storeArtifact(deps, { runId, name: reportName, kind: 'report', body });
  return { report, name, ...summarizeForLoop(report) };
}

const reportName = 'check-report.json';

/** What the loop has to know of changes to how the code is judged. */
function summarizeForLoop(report: CheckReport): Pick<KeptCheck, 'judging'> {
  const { judging, exit, vector, engines } = report;
  if (judging.standing === 'unchanged') return {};
  const isWorse = vector.components.some(({ result }) => result === 'worse');
  const isFound = engines.some(({ counts }) => counts.new > 0);
  const alone = exit === 5 || (exit === 1 && !isWorse && !isFound);
  return { judging: { standing: judging.standing, alone, sentence: summarizeJudging(report) } };
}
