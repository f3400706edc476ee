import * as z from 'zod';
import { positiveOrNull } from '#base/data.ts';
import type { Severity } from '#model/finding.ts';
import {
  factsOfBroken,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const place = z.object({ line: z.int().nonnegative(), column: z.int().nonnegative() });
const diagnostic = z.object({
  severity: z.enum(['fatal', 'error', 'warning', 'information', 'info', 'hint']),
  message: z.string(),
  category: z.string().nullish(),
  location: z.object({ path: z.string().nullish(), start: place.nullish() }).nullish(),
  advices: z.array(z.object({ text: z.string().nullish() })),
});
const count = z.int().nonnegative();
const report = z.object({
  summary: z.object({ changed: count, unchanged: count }),
  diagnostics: z.array(diagnostic),
});

type Diagnostic = z.infer<typeof diagnostic>;

/** Reads the file of `biome lint --reporter=json`. */
export function parseBiomeReport({ reports }: ToolOutput): EngineReport {
  const reading = readJsonReport(reports.get('report'), report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const { summary, diagnostics } = reading.data;
  const found = diagnostics.filter((one) => !isBiomeSkip(one));
  const analysed = summary.changed + summary.unchanged;
  const expected = analysed + diagnostics.length - found.length;
  const findings = found.map(toFinding);
  return { facts: { ...factsOfFindings(findings.length), analysed, expected }, findings };
}

/** A file that is missing, unreadable or too large is no finding. */
function isBiomeSkip({ category, message }: Diagnostic): boolean {
  if (category === 'lint') return message.startsWith('The size of the file is');
  return /^(?:fs|internalError)\//.test(category ?? '');
}

// Its JSON leaves out repairs that have no place of their own, so where it names none there may be one.
function toFinding({ severity, message, category, location, advices }: Diagnostic): RawFinding {
  const syntax = category === 'parse';
  const start = location?.start;
  return {
    kind: syntax ? 'syntax_error' : 'lint',
    severity: syntax ? 'blocker' : severities[severity],
    rule: category ?? null,
    message,
    path: location?.path ?? null,
    line: positiveOrNull(start?.line),
    column: positiveOrNull(start?.column),
    fixable: advices.some(({ text }) => text?.startsWith('Safe fix:') === true),
  };
}

const severities: Record<Diagnostic['severity'], Severity> = {
  fatal: 'high',
  error: 'high',
  warning: 'medium',
  information: 'low',
  info: 'low',
  hint: 'low',
};
