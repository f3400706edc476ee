import * as z from 'zod';
import { positiveOrNull } from '#base/data.ts';
import type { Severity } from '#model/finding.ts';
import type { Diagnostic, DiagnosticsReading } from './diagnostics.ts';
import { type JsonReading, readJsonReport } from './json-report.ts';

const level = z.union([z.string(), z.number()]).nullish();
const position = z.object({ line: z.int().nullish(), column: z.int().nullish() }).nullish();
const one = z.object({
  message: z.string(),
  location: z.object({
    path: z.string(),
    range: z.object({ start: position }).nullish(),
  }),
  severity: level,
  code: z.object({ value: z.string().nullish() }).nullish(),
});
const whole = z.object({ severity: level, diagnostics: z.array(one).nullish() });

/** Reads the formats of reviewdog: rdjson is one document, rdjsonl a diagnostic on each line. */
export function readRdjson(text: string | undefined): DiagnosticsReading {
  const document = readJsonReport(text, z.union([one, whole]));
  if (document.kind === 'read')
    return { kind: 'read', diagnostics: listDiagnostics(document.data) };
  // After the first line of several a document would be over.
  return document.state === 'unparseable' ? readEachLine(text ?? '') : document;
}

function listDiagnostics(data: z.infer<typeof one> | z.infer<typeof whole>): readonly Diagnostic[] {
  if ('message' in data) return [toDiagnostic(data)];
  return (data.diagnostics ?? []).map((each) => toDiagnostic(each, data.severity));
}

function readEachLine(text: string): DiagnosticsReading {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const diagnostics: Diagnostic[] = [];
  for (const line of lines) {
    const reading: JsonReading<z.infer<typeof one>> = readJsonReport(line, one);
    if (reading.kind === 'broken') return reading;
    diagnostics.push(toDiagnostic(reading.data));
  }
  return { kind: 'read', diagnostics };
}

function toDiagnostic(
  { message, location, severity, code }: z.infer<typeof one>,
  otherwise?: z.infer<typeof level>,
): Diagnostic {
  const path = location.path || null;
  const start = path === null ? undefined : location.range?.start;
  return {
    severity: levels[String(severity ?? otherwise)] ?? 'medium',
    rule: code?.value || null,
    message: message.trim() || (code?.value ?? 'The tool gives no message.'),
    path,
    line: positiveOrNull(start?.line),
    column: positiveOrNull(start?.column),
  };
}

/** By name and by number. */
const levels: Readonly<Record<string, Severity>> = {
  ERROR: 'high',
  '1': 'high',
  WARNING: 'medium',
  '2': 'medium',
  INFO: 'low',
  '3': 'low',
};
