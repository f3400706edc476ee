import * as z from 'zod';
import { positiveOrNull } from '#base/data.ts';
import { isOlder } from '#base/version-order.ts';
import type { Severity } from '#model/finding.ts';
import {
  factsOfBroken,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';
import { readBiomeLines } from './lines.ts';

const place = z.object({ line: z.int().nonnegative(), column: z.int().nonnegative() });
const diagnostic = z.object({
  severity: z.enum(['fatal', 'error', 'warning', 'information', 'info', 'hint']),
  message: z.string(),
  category: z.string().nullish(),
  location: z.object({ path: z.string().nullish(), start: place.nullish() }).nullish(),
  advices: z.array(z.object({ text: z.string().nullish() })),
});

/** Before 2.4 a place is a part of the bytes of the source, and texts are put together of marked pieces. */
const olderDiagnostic = z
  .object({
    severity: diagnostic.shape.severity,
    description: z.string(),
    category: z.string().nullish(),
    location: z.object({
      path: z.object({ file: z.string() }).nullish(),
      span: z.tuple([z.int().nonnegative(), z.int()]).nullish(),
      sourceCode: z.string().nullish(),
    }),
    tags: z.array(z.string()).default([]),
    advices: z.object({ advices: z.array(z.record(z.string(), z.json())) }),
  })
  .transform(({ description, location, advices, ...found }) => ({
    ...found,
    message: description,
    location: {
      path: location.path?.file.replace(/^\.\//, ''),
      start: startOf(location.span?.[0], location.sourceCode),
    },
    advices: advices.advices.map((advice) => ({ text: textOfAdvice(advice) })),
  }));

function startOf(offset: number | undefined, source: string | null | undefined) {
  if (offset === undefined || typeof source !== 'string') return null;
  const before = new TextDecoder().decode(new TextEncoder().encode(source).subarray(0, offset));
  const lines = before.split('\n');
  return { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1 };
}

const logAdvice = z.object({
  log: z.tuple([z.string(), z.array(z.object({ content: z.string() }))]),
});

function textOfAdvice(advice: unknown): string | undefined {
  const found = logAdvice.safeParse(advice).data;
  return found?.log[1].map(({ content }) => content).join('');
}

const count = z.int().nonnegative();
const report = z.object({
  summary: z.object({ changed: count, unchanged: count, diagnosticsNotPrinted: count.default(0) }),
  diagnostics: z.array(z.union([diagnostic, olderDiagnostic])),
});

interface Diagnostic {
  readonly severity: z.infer<typeof diagnostic>['severity'];
  readonly message: string;
  readonly category?: string | null | undefined;
  readonly location?:
    | {
        readonly path?: string | null | undefined;
        readonly start?: z.infer<typeof place> | null | undefined;
      }
    | null
    | undefined;
  readonly advices: readonly { readonly text?: string | null | undefined }[];
}

/** Older versions have no file for it, or write an empty one. */
export function printsBiomeReport(version: string | null | undefined): boolean {
  return isOlder(version, '2.4.5');
}

/** Before 1.7 it has no JSON. */
export function printsBiomeLines(version: string | null | undefined): boolean {
  return isOlder(version, '1.7');
}

/** Reads the file of `biome --reporter=json`, or what older versions print in its place. */
export function parseBiomeReport(output: ToolOutput): EngineReport {
  const { reports, stdout, stderr, version } = output;
  if (printsBiomeLines(version)) {
    const lines = readBiomeLines(stdout, stderr);
    return lines === undefined
      ? { facts: factsOfBroken('empty'), findings: [] }
      : reportDiagnostics(lines.diagnostics, { analysed: lines.judged, hidden: lines.hidden });
  }
  const text = printsBiomeReport(version) ? stdout : reports.get('report');
  const reading = readJsonReport(text, report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const { summary, diagnostics } = reading.data;
  return reportDiagnostics(diagnostics, {
    analysed: summary.changed + summary.unchanged,
    hidden: summary.diagnosticsNotPrinted,
  });
}

/** Findings that it does not tell keep the result from being whole, as files do that it could not judge. */
function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  { analysed, hidden }: { readonly analysed: number; readonly hidden: number },
): EngineReport {
  const findings = diagnostics.filter((one) => !isBiomeSkip(one)).map(toFinding);
  const expected = analysed + hidden + diagnostics.length - findings.length;
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
    kind: syntax ? 'syntax_error' : category === 'format' ? 'format' : 'lint',
    severity: syntax ? 'blocker' : severities[severity],
    rule: category ?? null,
    message,
    path: location?.path ?? null,
    line: positiveOrNull(start?.line),
    column: positiveOrNull(start?.column),
    fixable:
      isRewritten(category) || advices.some(({ text }) => text?.startsWith('Safe fix:') === true),
  };
}

/** What the formatter and the assistant would write otherwise, they write. */
function isRewritten(category: string | null | undefined): boolean {
  return /^(?:format$|organizeImports$|assist\/source\/)/.test(category ?? '');
}

const severities: Record<Diagnostic['severity'], Severity> = {
  fatal: 'high',
  error: 'high',
  warning: 'medium',
  information: 'low',
  info: 'low',
  hint: 'low',
};
