import type { Finding, FindingCounts, Severity } from '#model/finding.ts';

/** Counts the findings of one engine at one stage of a run. */
export function countStageFindings(
  tool: string,
  stage: string,
  findings: readonly Finding[],
): FindingCounts {
  const bySeverity: Partial<Record<Severity, number>> = {};
  for (const { severity } of findings) bySeverity[severity] = (bySeverity[severity] ?? 0) + 1;
  return { tool, stage, total: findings.length, bySeverity };
}
