import type { CheckReport } from '../model/check-report.ts';

/** The report as it is, for programs. */
export function renderJson(report: CheckReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
