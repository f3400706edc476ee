import { compareText } from '#base/order.ts';
import type { ReportedFinding } from '#model/check-report.ts';

export interface FindingsOfFile {
  /** Null: the findings that are in no file. */
  readonly path: string | null;
  readonly findings: readonly ReportedFinding[];
}

/** Puts findings together file by file, each from the top down; those in no file come last. */
export function groupByFile(findings: readonly ReportedFinding[]): readonly FindingsOfFile[] {
  const files = Map.groupBy(findings, ({ filePath }) => filePath ?? null);
  return [...files]
    .map(([path, ofFile]) => ({ path, findings: ofFile.toSorted(compareInFile) }))
    .toSorted((a, b) => compareFiles(a.path, b.path));
}

function compareFiles(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareText(a, b);
}

function compareInFile(a: ReportedFinding, b: ReportedFinding): number {
  return (
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareText(a.tool, b.tool) ||
    compareText(a.message, b.message)
  );
}
