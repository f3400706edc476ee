import * as z from 'zod';
import {
  factsOfBroken,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const place = z.object({ line: z.int().positive(), column: z.int().positive() });
const item = z.object({
  path: z.string().nullable(),
  level: z.enum(['error', 'warning']),
  code: z.string(),
  message: z.string(),
  range: z.object({ start: place }).nullable(),
});
const report = z.array(item);

type Item = z.infer<typeof item>;

/** Reads the file of `tombi lint --diagnostics-format json`; how many files there were, stderr tells. */
export function parseTombiReport({ reports, stderr }: ToolOutput): EngineReport {
  const reading = readJsonReport(reports.get('report'), report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const found = reading.data.filter(({ code }) => code !== unreadable);
  const lost = reading.data.length - found.length;
  const findings = found.map(toFinding);
  return { facts: { ...factsOfFindings(findings.length), ...countFiles(stderr, lost) }, findings };
}

/** A file that could not be read or is not there. It is no finding. */
const unreadable = 'io-error';

function countFiles(stderr: string, lost: number) {
  const counts = [
    ...stderr.matchAll(/^(\d+) files? (?:failed to be linted|linted successfully)/gm),
  ];
  const expected = counts.reduce((sum, [, count]) => sum + Number(count), 0);
  return counts.length === 0 ? {} : { expected, analysed: Math.max(0, expected - lost) };
}

function toFinding({ code, level, message, path, range }: Item): RawFinding {
  const syntax = notToml.test(code);
  return {
    kind: syntax ? 'syntax_error' : 'lint',
    severity: syntax ? 'blocker' : level === 'error' ? 'high' : 'medium',
    rule: code,
    message,
    path,
    line: range?.start.line ?? null,
    column: range?.start.column ?? null,
  };
}

/** With these no program can load the file. */
const notToml =
  /^(?:(?:expected|invalid|parse|conflict)-|duplicate-key$|unknown-line$|forbidden-keys-last-period$|recursion-limit-exceeded$)/;
