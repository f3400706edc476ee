import * as z from 'zod';
import type { Severity } from '#model/finding.ts';
import {
  factsOfBroken,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import type { ReportFacts } from '#check/rules/outcome/run-facts.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const span = z.object({ line: z.int().nonnegative(), column: z.int().nonnegative() });
const diagnostic = z.object({
  message: z.string(),
  code: z.string().nullish(),
  severity: z.enum(['error', 'warning', 'advice']),
  filename: z.string().nullish(),
  labels: z.array(z.object({ span })),
});
const report = z.object({
  diagnostics: z.array(diagnostic),
  number_of_files: z.int().nonnegative(),
});

type Diagnostic = z.infer<typeof diagnostic>;

/** Reads `oxlint --format json`, before which a sentence may stand. */
export function parseOxlintReport({ stdout }: ToolOutput): EngineReport {
  const start = stdout.search(/^\{/m);
  const reading = readJsonReport(start < 0 ? stdout : stdout.slice(start), report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const { diagnostics } = reading.data;
  const findings = diagnostics.filter((one) => !isOxlintSkip(one)).map(toFinding);
  return { facts: { ...factsOfFindings(findings.length), ...countJudged(reading.data) }, findings };
}

/** A file that it could not read or on which a plugin broke down is no finding. */
function isOxlintSkip({ code, message }: Diagnostic): boolean {
  return (
    typeof code !== 'string' && /^(?:Failed to open file |Error running JS plugin)/.test(message)
  );
}

function countJudged(given: z.infer<typeof report>): Pick<ReportFacts, 'analysed' | 'expected'> {
  const { diagnostics, number_of_files: expected } = given;
  const not = diagnostics.filter(isOxlintSkip).length;
  return { analysed: Math.max(0, expected - not), expected };
}

function toFinding({ message, code, severity, filename, labels }: Diagnostic): RawFinding {
  // An error in a file that no rule found is one of the parser.
  const path = filename || null;
  const syntax = severity === 'error' && typeof code !== 'string' && path !== null;
  const start = labels[0]?.span;
  return {
    kind: syntax ? 'syntax_error' : 'lint',
    severity: syntax ? 'blocker' : severities[severity],
    rule: code ?? null,
    message,
    path,
    line: start === undefined ? null : Math.max(1, start.line),
    column: start === undefined ? null : Math.max(1, start.column),
  };
}

const severities: Record<Diagnostic['severity'], Severity> = {
  error: 'high',
  warning: 'medium',
  advice: 'low',
};
