import * as z from 'zod';
import { factsOfBroken, readJsonReport } from '#check/rules/outcome/json-report.ts';
import type { EngineReport, FileCoverage, ToolOutput } from '../contract.ts';

/** The name of the report that pytest-cov writes. */
export const coverageReport = 'coverage';

const count = z.int().nonnegative();

const summary = z.object({
  num_statements: count,
  missing_lines: count,
  // Only where branches were measured.
  num_branches: count.default(0),
  missing_branches: count.default(0),
});

const measuredFile = z.object({ summary, missing_lines: z.array(count).default([]) });
const report = z.object({ files: z.record(z.string(), measuredFile) });

type File = z.infer<typeof measuredFile>;

/** Reads `coverage json`: numbers for every file. Which gaps are findings depends on the change, so it has none. */
export function parseCoverageReport({ reports }: ToolOutput): EngineReport {
  const reading = readJsonReport(reports.get(coverageReport), report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const files = Object.entries(reading.data.files);
  return {
    // No verdict: coverage takes no side.
    facts: { state: 'valid', findings: 0, analysed: files.length, expected: null, verdict: null },
    findings: [],
    coverage: files.map(([path, measured]) => measureFile(path, measured)),
  };
}

/** Branches count beside statements, as they do in the percentage of the tool. */
function measureFile(path: string, { summary: measured, missing_lines }: File): FileCoverage {
  const total = measured.num_statements + measured.num_branches;
  const missed = measured.missing_lines + measured.missing_branches;
  const covered = Math.max(0, total - missed);
  // A module without a statement may be told as its line 0.
  return { path, covered, total, uncovered: missing_lines.filter((line) => line > 0) };
}
