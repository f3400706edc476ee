import type { Severity } from '#model/finding.ts';
import { withoutEscapes } from '#base/excerpt.ts';
import { factsOfBroken, factsOfFindings } from '#check/rules/outcome/json-report.ts';
import { eachLine } from '#base/lines.ts';
import type { EngineReport, RawFinding } from '../contract.ts';

/** A regular expression may take very long for a long line, and no finding is one. */
const longestLine = 1000;

/** Reads a report in which every line that matches is a finding. A text without any is a report of none. */
export function readLines(pattern: RegExp): (text: string | undefined) => EngineReport {
  return (text) => {
    if (text === undefined) return { facts: factsOfBroken('absent'), findings: [] };
    const findings: RawFinding[] = [];
    for (const line of eachLine(withoutEscapes(text))) {
      findings.push(...findingIn(line.slice(0, longestLine).replace(/\r$/, ''), pattern));
    }
    return { facts: factsOfFindings(findings.length), findings };
  };
}

function findingIn(line: string, pattern: RegExp): readonly RawFinding[] {
  const { groups } = pattern.exec(line) ?? {};
  if (groups === undefined) return [];
  const path = groups['path'] ?? '';
  return [
    {
      kind: 'lint',
      severity: severityOfWord(groups['severity'] ?? ''),
      rule: groups['rule'] ?? null,
      message: groups['message']?.trim() || line,
      path: path === '' ? null : path,
      line: path === '' ? null : parsePosition(groups['line']),
      column: path === '' ? null : parsePosition(groups['column']),
    },
  ];
}

function parsePosition(digits: string | undefined): number | null {
  const value = Number(digits ?? 0);
  return Number.isSafeInteger(value) && value >= 1 ? value : null;
}

function severityOfWord(word: string): Severity {
  if (/^(?:f|fatal|fatal error|e|err|error|critical|high)$/i.test(word)) return 'high';
  return /^(?:n|note|i|info|information|hint|h|help|style|convention|refactor|low|c|r)$/i.test(word)
    ? 'low'
    : 'medium';
}
