import type { CheckedEngine, ReportedFinding } from '#model/check-report.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import { deriveOutcome } from '../outcome/derived-outcome.ts';
import { filterFindings } from '../scope/filter-findings.ts';

/** Counts by verdict. What a failed engine found is shown and stands in no total. */
export function countVerdicts(
  outcome: Pick<CheckedEngine['outcome'], 'error'>,
  findings: readonly Pick<ReportedFinding, 'status'>[],
  fixed: readonly unknown[],
): CheckedEngine['counts'] {
  if (outcome.error !== null) return { new: 0, noted: 0, tolerated: 0, fixed: 0 };
  const count = (wanted: ReportedFinding['status']): number =>
    findings.filter(({ status }) => status === wanted).length;
  return {
    new: count('new'),
    noted: count('noted'),
    tolerated: count('tolerated'),
    fixed: fixed.length,
  };
}

/** What a run on everything says of a part of it. */
export function deriveCheck(target: CheckedEngine, plan: EnginePlan): CheckedEngine {
  const findings = [...filterFindings(target.findings, plan)];
  const gone = target.fixed.map((one) => ({ one, filePath: one.path }));
  const fixed = filterFindings(gone, plan).map(({ one }) => one);
  const outcome = deriveOutcome(target.outcome, plan, findings.length);
  return { ...target, outcome, findings, fixed, counts: countVerdicts(outcome, findings, fixed) };
}
