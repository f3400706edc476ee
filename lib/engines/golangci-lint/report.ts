import * as z from 'zod';
import { positiveOrNull } from '#base/data.ts';
import { type GoError, isGoSyntaxError, readGoErrors } from '#check/rules/outcome/go-lines.ts';
import {
  factsOfBroken,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const issue = z.object({
  FromLinter: z.string(),
  Text: z.string(),
  Severity: z.string().optional(),
  Pos: z.object({ Filename: z.string(), Line: z.int(), Column: z.int() }),
  SuggestedFixes: z.array(z.unknown()).nullish(),
  Replacement: z.unknown().optional(),
});
const report = z.object({ Issues: z.array(issue).nullable() });

type Issue = z.infer<typeof issue>;

/** The name of the report that golangci-lint writes. */
export const ownReport = 'report';

/** Reads the JSON of golangci-lint, which is the same in versions 1 and 2. */
export function parseGolangciReport({ reports }: ToolOutput): EngineReport {
  const reading = readJsonReport(reports.get(ownReport), report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const findings = (reading.data.Issues ?? []).flatMap(listFindings);
  return { facts: factsOfFindings(findings.length), findings };
}

function listFindings(one: Issue): readonly RawFinding[] {
  if (one.FromLinter !== 'typecheck') return [toFinding(one)];
  // What the compiler said stands in the text of one issue, whose own place is that of the package.
  const errors = readGoErrors(one.Text);
  return errors.length > 0 ? errors.map(toBuildError) : [toFinding(one)];
}

function toFinding({
  FromLinter: rule,
  Text: message,
  Severity,
  Pos,
  SuggestedFixes,
  Replacement,
}: Issue): RawFinding {
  const isBuild = rule === 'typecheck';
  return {
    kind: isBuild ? 'type_error' : 'lint',
    severity: isBuild
      ? 'blocker'
      : Severity === 'warning' || Severity === 'info'
        ? 'medium'
        : 'high',
    rule,
    message: message.trim() || `${rule} gives no message.`,
    path: Pos.Filename === '' ? null : Pos.Filename,
    line: positiveOrNull(Pos.Line),
    column: positiveOrNull(Pos.Column),
    fixable: (SuggestedFixes ?? []).length > 0 || (Replacement ?? null) !== null,
  };
}

function toBuildError(error: GoError): RawFinding {
  const kind = isGoSyntaxError(error) ? 'syntax_error' : 'type_error';
  return { kind, severity: 'blocker', rule: 'typecheck', ...error, fixable: false };
}
