import type { ArtifactName } from '#model/artifact.ts';
import type { CheckReport } from '#model/check-report.ts';
import type { PlanProblem } from '#model/engine-plan.ts';
import type { RunId } from '#model/ids.ts';
import { assembleReport } from '#report/assemble-report.ts';
import { type CheckServices, type CheckInput, checkRepository } from './check-repository.ts';
import { type ArtifactStores, storeArtifact } from './store-artifact.ts';

export interface CheckToReport {
  readonly input: CheckInput;
  /** The version of Ratchetr. */
  readonly ratchetr: string;
  /** Manifests that could not be read. */
  readonly unreadable: number;
  /** Engines that could not be planned. */
  readonly problems: readonly PlanProblem[];
  readonly absent: readonly CheckReport['absent'][number][];
}

/** Runs the engines of a repository and says all that any report of it shows. */
export async function reportCheck(
  deps: CheckServices,
  { input, ratchetr, unreadable, problems, absent }: CheckToReport,
): Promise<CheckReport> {
  const checked = await checkRepository(deps, input);
  const { commit, ref, because } = checked.base;
  return assembleReport({
    ratchetr,
    interrupted: input.signal?.aborted === true,
    unreadable,
    base: { commit, ref, because },
    engines: [...checked.engines],
    problems: [...problems, ...checked.problems],
    absent: [...absent],
    vector: checked.vector,
  });
}

export interface KeptCheck {
  readonly report: CheckReport;
  readonly name: ArtifactName;
}

/** Checks for a run, and keeps the report with it; undefined: it was interrupted, and nothing is kept. */
export async function runCheck(
  deps: CheckServices & ArtifactStores,
  runId: RunId,
  check: CheckToReport,
): Promise<KeptCheck | undefined> {
  const report = await reportCheck(deps, check);
  if (check.input.signal?.aborted === true) return undefined;
  const body = JSON.stringify(report);
  const name = await storeArtifact(deps, { runId, name: reportName, kind: 'report', body });
  return { report, name };
}

const reportName = 'check-report.json';
