import * as z from 'zod';
import type { Severity } from '#model/finding.ts';
import {
  factsOfBroken,
  type JsonReading,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import { eachLine } from '#base/lines.ts';
import { isOlder } from '#base/version-order.ts';
import { readUnixLines } from '#check/rules/outcome/unix-lines.ts';
import type { BrokenReport } from '#check/rules/outcome/run-facts.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';
import { reportOf } from '../diagnostics.ts';
import { remarks } from './remarks.ts';

const item = z.object({
  file: z.string(),
  line: z.int(),
  column: z.int(),
  message: z.string(),
  code: z.string().nullable(),
  severity: z.enum(['error', 'note']),
});

type Item = z.infer<typeof item>;

/** Older versions have no other report than lines for people. */
export function printsPlainLines(version: string | null | undefined): boolean {
  return isOlder(version, '1.11');
}

/** Reads `mypy --output json`: one JSON object a line, among lines that are none. */
export function parseMypyReport(output: ToolOutput): EngineReport {
  if (printsPlainLines(output.version)) return parsePlainLines(output);
  const readings: JsonReading<Item>[] = [];
  let others = 0;
  for (const line of eachLine(output.stdout)) {
    if (line.startsWith('{')) readings.push(readJsonReport(line, item));
    else if (line.trim() !== '' && !remark.test(line)) others += 1;
  }
  const broken = readings.find((reading) => reading.kind === 'broken');
  const state = broken?.state ?? stateWithout(output, readings.length, others);
  if (state !== undefined) return { facts: factsOfBroken(state), findings: [] };
  const findings = readings.flatMap((reading) =>
    // A note finds nothing: with notes alone, mypy calls it a success.
    reading.kind === 'read' && reading.data.severity === 'error' ? [toFinding(reading.data)] : [],
  );
  return { facts: factsOfFindings(findings.length), findings };
}

/** Without a summary something ended the run. */
function parsePlainLines({ stdout }: ToolOutput): EngineReport {
  const isWhole = /^(?:Found \d+ errors? in |Success: )/m.test(stdout);
  return reportOf(
    isWhole ? readUnixLines(stdout, plainError) : wasCutOff,
    ({ line, column, ...found }) =>
      toFinding({
        file: found.path ?? '',
        message: found.message,
        code: found.rule,
        line: line ?? 0,
        column: (column ?? 0) - 1,
      }),
  );
}

const plainError =
  /^(?<path>[^:]+):(?:(?<line>\d+):(?:(?<column>\d+):)?)? error: (?<message>.*?)(?: {2}\[(?<rule>[\w-]+)\])?$/;

const wasCutOff = { kind: 'broken', state: 'empty' } as const;

const remark = new RegExp(`^(?!\\{)(?:${remarks.join('|')})`);

function stateWithout(
  { stdout, exit }: ToolOutput,
  objects: number,
  others: number,
): BrokenReport | undefined {
  if (objects > 0) return undefined;
  if (others > 0) return 'unparseable';
  // Only something that it says makes mypy end with 1.
  if (exit === 1) return 'empty';
  // A run without findings ends with an empty line.
  return /^\r?\n/m.test(stdout) ? undefined : 'empty';
}

function toFinding({ file, line, column, message, code }: Omit<Item, 'severity'>): RawFinding {
  return {
    kind: code === 'syntax' ? 'syntax_error' : 'type_error',
    severity: mypySeverity(code),
    rule: code,
    message,
    path: file,
    // Below 0 where it speaks of a file as a whole; columns begin at 0.
    line: line < 1 ? null : line,
    column: column < 0 ? null : column + 1,
  };
}

function mypySeverity(code: string | null): Severity {
  // Without a code it is an error that ended the run, such as two modules of one name.
  return code === null || code === 'syntax' || code === 'import-not-found' ? 'blocker' : 'high';
}
