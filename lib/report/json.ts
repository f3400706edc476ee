import type { CheckReport } from '#model/check-report.ts';
import type { RunReport } from '#model/run-report.ts';

/** A report as it is, for programs. */
export function renderJson(report: CheckReport | RunReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
