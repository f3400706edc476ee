import * as z from 'zod';
import { withoutEscapes } from '#base/excerpt.ts';
import { isOlder } from '#base/version-order.ts';
import {
  factsOfBroken,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const place = z.object({ row: z.int(), column: z.int() });
const item = z.object({
  code: z.string(),
  message: z.string(),
  filename: z.string(),
  location: place.nullable(),
});
const report = z.array(item);

type Item = z.infer<typeof item>;

/** A file that could not be read or is not there. It is no finding; a probe of the catalog tells of it. */
const unreadable = 'io';

/** Older versions write for people alone. */
export const firstWithReport = '0.13';

/** Reads `ruff format --check --output-format json`, and of a repair, which has no report, its errors. */
export function parseRuffFormatReport({ stdout, stderr, version }: ToolOutput): EngineReport {
  if (isOlder(version, firstWithReport) || hasNoReport.test(withoutEscapes(stderr)))
    return readPlainOutput(withoutEscapes(stdout), stderr);
  const reading = readJsonReport(stdout, report);
  if (reading.kind === 'broken') {
    const findings = syntaxErrors(stderr);
    return { facts: { ...factsOfBroken(reading.state), findings: findings.length }, findings };
  }
  const findings = reading.data.filter(({ code }) => code !== unreadable).map(toFinding);
  return { facts: factsOfFindings(findings.length), findings };
}

/** Where preview is off, older versions leave the report out and write as they do for people. */
const hasNoReport = /^warning: The --output-format flag for the formatter is unstable/m;

function readPlainOutput(stdout: string, stderr: string): EngineReport {
  const message = 'File would be reformatted';
  const unformatted = [...stdout.matchAll(/^Would reformat: (.+)$/gm)].map(([, filename = '']) =>
    toFinding({ code: 'unformatted', message, filename, location: null }),
  );
  const findings = [...unformatted, ...syntaxErrors(stderr)];
  const [, told = '0'] = /^(\d+) files? would be reformatted/m.exec(stdout) ?? [];
  if (Number(told) === unformatted.length)
    return { facts: factsOfFindings(findings.length), findings };
  return { facts: { ...factsOfBroken('truncated'), findings: findings.length }, findings };
}

// The place of an unformatted file is that of its first difference, which says little of the file.
function toFinding({ code, message, filename, location }: Item): RawFinding {
  const syntax = code === 'invalid-syntax';
  const start = syntax ? location : null;
  return {
    kind: syntax ? 'syntax_error' : 'format',
    severity: syntax ? 'blocker' : 'low',
    rule: code,
    message,
    path: filename,
    line: start === null ? null : Math.max(1, start.row),
    column: start === null ? null : Math.max(1, start.column),
    fixable: !syntax,
  };
}

// Ruff colours its errors whenever FORCE_COLOR is set, even to 0.
function syntaxErrors(stderr: string): readonly RawFinding[] {
  const errors = withoutEscapes(stderr).matchAll(
    /^error: Failed to parse (.+?):(\d{1,9}):(\d{1,9}): (.+)$/gm,
  );
  return [...errors].map(([, filename = '', row, column, message = '']) =>
    toFinding({
      code: 'invalid-syntax',
      message,
      filename,
      location: { row: Number(row), column: Number(column) },
    }),
  );
}
