import * as z from 'zod';
import { brokenReport, readJsonReport } from '#domain/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

/** The name of the report that pytest-cov writes. */
export const coverageReport = 'coverage';

const count = z.int().nonnegative();

const summary = z.object({
  num_statements: count,
  missing_lines: count,
  percent_covered: z.number().min(0).max(100),
  // Only where branches were measured.
  num_branches: count.default(0),
  missing_branches: count.default(0),
});

const report = z.object({ files: z.record(z.string(), z.object({ summary })) });

type Summary = z.infer<typeof summary>;

/** Reads `coverage json`. Every file with a gap is one finding. */
export function parseCoverageReport({ reports }: ToolOutput): EngineReport {
  const reading = readJsonReport(reports.get(coverageReport), report);
  if (reading.kind === 'broken') return { facts: brokenReport(reading.state), findings: [] };
  const files = Object.entries(reading.data.files);
  const findings = files.flatMap(([path, file]) => gapsOf(path, file.summary));
  // No verdict: coverage takes no side.
  return {
    facts: {
      state: 'valid',
      findings: findings.length,
      analysed: files.length,
      expected: null,
      verdict: null,
    },
    findings,
  };
}

function gapsOf(path: string, measured: Summary): readonly RawFinding[] {
  if (measured.missing_lines + measured.missing_branches === 0) return [];
  return [
    {
      kind: 'coverage_gap',
      severity: 'medium',
      rule: null,
      message: messageOf(measured),
      path,
      line: null,
      column: null,
    },
  ];
}

// Always the same words, so that the finding stays itself when its numbers change.
function messageOf(measured: Summary): string {
  const { num_statements: lines, missing_lines: missed, percent_covered: percent } = measured;
  const { num_branches: branches, missing_branches: untaken } = measured;
  return `${Math.floor(percent)}% covered: ${missed} of ${lines} statements and ${untaken} of ${branches} branches are not reached.`;
}
