import type { Severity } from '#model/finding.ts';
import { factsOfBroken, factsOfFindings } from '#check/rules/outcome/json-report.ts';
import { eachLine } from '#base/lines.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

/** Reads what `tsc --pretty false --diagnostics` writes: errors a line each, their reasons indented, then totals. */
export function parseTscReport({ stdout }: ToolOutput): EngineReport {
  const findings: RawFinding[] = [];
  for (const ended of eachLine(stdout)) {
    const line = ended.replace(/\r$/, '');
    const finding = readFinding(line);
    const last = findings.at(-1);
    if (finding !== undefined) findings.push(finding);
    else if (last !== undefined && /^ +\S/.test(line))
      findings.splice(-1, 1, continueMessage(last, line));
  }
  if (findings.length > 0 || totals.test(stdout)) {
    return { facts: factsOfFindings(findings.length), findings };
  }
  return { facts: factsOfBroken(stdout.trim() === '' ? 'empty' : 'unparseable'), findings };
}

const totals = /^Files: +\d+$/m;

// Greedy: a path may hold what looks like a place.
const located = /^(.+)\((\d+),(\d+)\): (error|warning|message) (TS\d+): (.*)$/;
const everywhere = /^(error|warning|message) (TS\d+): (.*)$/;

function readFinding(line: string): RawFinding | undefined {
  const at = located.exec(line);
  if (at !== null) {
    const [, path = '', row = '', column = '', level = '', code = '', message = ''] = at;
    const place = { path, line: Number(row) || null, column: Number(column) || null };
    return { ...classifyError(path, level, code), rule: code, message, ...place };
  }
  const [, level = '', code, message = ''] = everywhere.exec(line) ?? [];
  if (code === undefined) return undefined;
  return {
    ...classifyError(null, level, code),
    rule: code,
    message,
    path: null,
    line: null,
    column: null,
  };
}

function continueMessage(finding: RawFinding, line: string): RawFinding {
  return { ...finding, message: `${finding.message}\n${line}` };
}

function classifyError(
  path: string | null,
  level: string,
  code: string,
): Pick<RawFinding, 'kind' | 'severity'> {
  if (speaksOfProject(path, code)) return { kind: 'config_error', severity: 'blocker' };
  if (/^TS1\d{3}$/.test(code)) return { kind: 'syntax_error', severity: 'blocker' };
  return { kind: 'type_error', severity: tscSeverity(level, code) };
}

function speaksOfProject(path: string | null, code: string): boolean {
  if (path !== null && /(?:^|\/)[jt]sconfig[^/]*\.json$/.test(path)) return true;
  return (path === null || path.endsWith('.json')) && /^TS(?:[56]|18)\d{3}$/.test(code);
}

// A module, or the types of a package, that cannot be found: what imports it is not judged in earnest.
const notFound = new Set(['TS2307', 'TS2688']);

function tscSeverity(level: string, code: string): Severity {
  if (level === 'error') return notFound.has(code) ? 'blocker' : 'high';
  return level === 'warning' ? 'medium' : 'low';
}
