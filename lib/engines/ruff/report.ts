import * as z from 'zod';
import type { Severity } from '#domain/model/finding.ts';
import { brokenReport, plainReport, readJsonReport } from '#domain/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const place = z.object({ row: z.int(), column: z.int() });

const item = z.object({
  code: z.string().nullable(),
  message: z.string(),
  filename: z.string(),
  location: place.nullable(),
  fix: z.object({ applicability: z.string() }).nullable().optional(),
});
const report = z.array(item);

type Item = z.infer<typeof item>;

/** A file that could not be read or is not there. It is no finding; a probe of the catalog tells of it. */
const unreadable = 'E902';

/** Reads `ruff check --output-format json`. */
export function parseRuffReport({ stdout }: ToolOutput): EngineReport {
  const reading = readJsonReport(stdout, report);
  if (reading.kind === 'broken') return { facts: brokenReport(reading.state), findings: [] };
  const findings = reading.data.filter(({ code }) => code !== unreadable).map(toFinding);
  return { facts: plainReport(findings.length), findings };
}

function toFinding({ code, message, filename, location, fix }: Item): RawFinding {
  const syntax = code === null || code === 'invalid-syntax';
  return {
    kind: syntax ? 'syntax_error' : 'lint',
    severity: severityOf(code, syntax),
    rule: code ?? 'invalid-syntax',
    message,
    path: filename,
    line: location === null ? null : Math.max(1, location.row),
    column: location === null ? null : Math.max(1, location.column),
    fixable: fix?.applicability === 'safe',
  };
}

/** Ruff calls everything an error; the families tell what breaks and what only looks bad. */
function severityOf(code: string | null, syntax: boolean): Severity {
  if (syntax) return 'blocker';
  if (/^(F|S|B|ASYNC|E9)/.test(code ?? '')) return 'high';
  return /^(E|W|I|D|Q|COM|ISC|UP)\d/.test(code ?? '') ? 'low' : 'medium';
}
