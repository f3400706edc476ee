import * as z from 'zod';
import type { Severity } from '#model/finding.ts';
import {
  factsOfBroken,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const item = z.object({
  file: z.string(),
  severity: z.enum(['error', 'warning', 'information']),
  message: z.string(),
  range: z
    .object({
      start: z.object({ line: z.int().nonnegative(), character: z.int().nonnegative() }),
    })
    .optional(),
  rule: z.string().optional(),
});
const report = z.object({
  generalDiagnostics: z.array(item),
  summary: z.object({ filesAnalyzed: z.int().nonnegative() }),
});

type Item = z.infer<typeof item>;

/** Reads `pyright --outputjson`, which counts lines and columns from 0. */
export function parsePyrightReport({ stdout }: ToolOutput): EngineReport {
  const reading = readJsonReport(stdout, report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const { generalDiagnostics, summary } = reading.data;
  const findings = generalDiagnostics.map(toFinding);
  return {
    facts: { ...factsOfFindings(findings.length), analysed: summary.filesAnalyzed },
    findings,
  };
}

function toFinding(given: Item): RawFinding {
  const { file, message, range, rule } = given;
  return {
    kind: isSyntax(given) ? 'syntax_error' : 'type_error',
    severity: pyrightSeverity(given),
    rule: rule ?? null,
    // It indents with spaces that do not break, which no search finds.
    message: message.replaceAll('\u{A0}', ' '),
    path: file,
    line: range === undefined ? null : range.start.line + 1,
    column: range === undefined ? null : range.start.character + 1,
  };
}

// No rule can be switched off for what is no Python.
function isSyntax({ severity, rule }: Item): boolean {
  return severity === 'error' && rule === undefined;
}

function pyrightSeverity(given: Item): Severity {
  const { severity, rule } = given;
  if (severity === 'information') return 'low';
  if (severity === 'warning') return 'medium';
  return isSyntax(given) || rule === 'reportMissingImports' ? 'blocker' : 'high';
}
