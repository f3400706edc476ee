import type { ExitCatalog } from './rules/outcome/exit-catalog.ts';
import type { EngineReport, RawFinding } from '#engines/contract.ts';
import type { ExecResult } from './needs/processes.ts';

interface EndedTool {
  readonly title: string;
  readonly catalog: ExitCatalog;
  readonly exit: ExecResult['exit'];
}

/** Where a code is listed as that of findings and none was read, that there are some is the finding. */
export function countListedExit(
  report: EngineReport,
  { title, catalog, exit }: EndedTool,
): EngineReport {
  if (exit.kind !== 'exited' || report.facts.findings > 0) return report;
  if (catalog.exitCodes?.diagnostic?.includes(exit.code) !== true) return report;
  if (report.facts.state !== 'valid' && catalog.report !== 'never') return report;
  const found: RawFinding = {
    kind: 'exit_code',
    severity: 'high',
    rule: null,
    message: `${title} ended with exit code ${exit.code}, which tells of findings, and named none.`,
    path: null,
    line: null,
    column: null,
  };
  return { ...report, facts: { ...report.facts, findings: 1 }, findings: [found] };
}
