import type { Diagnostic, DiagnosticsReading } from '#check/rules/outcome/diagnostics.ts';
import { factsOfBroken, factsOfFindings } from '#check/rules/outcome/json-report.ts';
import { readUnixLines } from '#check/rules/outcome/unix-lines.ts';
import type { EngineReport, RawFinding } from './contract.ts';

/** The report of a linter whose format others share; each diagnostic is a finding, of the kind that this says. */
export function reportOf(
  reading: DiagnosticsReading,
  toFinding: (found: Diagnostic) => RawFinding = asLint,
): EngineReport {
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const { diagnostics, failure } = reading;
  const findings = diagnostics.map(toFinding);
  return { facts: { ...factsOfFindings(findings.length), ...(failure && { failure }) }, findings };
}

function asLint(found: Diagnostic): RawFinding {
  return { kind: 'lint', ...found };
}

/** What the lines of a formatter look like, each with the groups of a line of findings. */
interface FormatterLines {
  /** A file that it would change. */
  readonly unformatted: RegExp;
  /** A file that it cannot parse, and so leaves as it is. */
  readonly broken?: RegExp;
}

/** The report of a formatter: its findings are whole files. */
export function reportOfFormatter(
  text: string,
  { unformatted, broken = /(?!)/ }: FormatterLines,
): EngineReport {
  const [changes, errors] = [unformatted, broken].map((pattern) =>
    reportOf(readUnixLines(text, pattern)),
  );
  const findings = [
    ...(changes?.findings ?? []).map(({ path }): RawFinding => ({
      kind: 'format',
      severity: 'low',
      rule: 'unformatted',
      message: 'File would be reformatted',
      path,
      line: null,
      column: null,
      fixable: true,
    })),
    ...(errors?.findings ?? []).map((error): RawFinding => ({
      ...error,
      kind: 'syntax_error',
      severity: 'blocker',
      rule: 'invalid-syntax',
      fixable: false,
    })),
  ];
  return { facts: factsOfFindings(findings.length), findings };
}
