import * as z from 'zod';
import type { Severity } from '#domain/model/finding.ts';
import {
  brokenReport,
  type JsonReading,
  plainReport,
  readJsonReport,
} from '#domain/outcome/json-report.ts';
import { linesOf } from '#domain/outcome/lines.ts';
import type { BrokenReport } from '#domain/outcome/run-facts.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const item = z.object({
  file: z.string(),
  line: z.int(),
  column: z.int(),
  message: z.string(),
  code: z.string().nullable(),
  severity: z.enum(['error', 'note']),
});

type Item = z.infer<typeof item>;

/** Reads `mypy --output json`: one JSON object a line, among lines that are none. */
export function parseMypyReport({ stdout }: ToolOutput): EngineReport {
  const readings: JsonReading<Item>[] = [];
  let others = 0;
  for (const line of linesOf(stdout)) {
    if (line.startsWith('{')) readings.push(readJsonReport(line, item));
    else if (line.trim() !== '' && !remark.test(line)) others += 1;
  }
  const broken = readings.find((reading) => reading.kind === 'broken');
  const state = broken?.state ?? stateWithout(readings.length, others, stdout);
  if (state !== undefined) return { facts: brokenReport(state), findings: [] };
  const findings = readings.flatMap((reading) =>
    reading.kind === 'read' ? [toFinding(reading.data)] : [],
  );
  return { facts: plainReport(findings.length), findings };
}

// What strict settings say of a section that no module needed; it takes nothing away.
const remark = /^[^{].*: note: unused section\(s\): /;

function stateWithout(objects: number, others: number, stdout: string): BrokenReport | undefined {
  if (objects > 0) return undefined;
  if (others > 0) return 'unparseable';
  // A run without findings ends with an empty line.
  return /^\r?\n/m.test(stdout) ? undefined : 'empty';
}

function toFinding({ file, line, column, message, code, severity }: Item): RawFinding {
  return {
    kind: code === 'syntax' ? 'syntax_error' : 'type_error',
    severity: severityOf(code, severity),
    rule: code,
    message,
    path: file,
    // Below 0 where it speaks of a file as a whole; columns begin at 0.
    line: line < 1 ? null : line,
    column: column < 0 ? null : column + 1,
  };
}

function severityOf(code: string | null, severity: Item['severity']): Severity {
  if (severity === 'note') return 'low';
  // Without a code it is an error that ended the run, such as two modules of one name.
  return code === null || code === 'syntax' || code === 'import-not-found' ? 'blocker' : 'high';
}
