import type { Severity } from '#model/finding.ts';
import { factsOfBroken, factsOfFindings } from '#check/rules/outcome/json-report.ts';
import { readSarif, type SarifResult } from '#check/rules/outcome/sarif.ts';
import type { EngineReport, RawFinding } from '../contract.ts';

/** Reads a SARIF report of any tool. */
export function readSarifReport(text: string | undefined): EngineReport {
  const reading = readSarif(text);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const { results, failure } = reading;
  const findings = results.map(toFinding);
  return { facts: { ...factsOfFindings(findings.length), ...(failure && { failure }) }, findings };
}

function toFinding({ level, ...result }: SarifResult): RawFinding {
  return { kind: 'lint', severity: severities[level], ...result };
}

const severities: Record<SarifResult['level'], Severity> = {
  error: 'high',
  warning: 'medium',
  note: 'low',
  none: 'low',
};
