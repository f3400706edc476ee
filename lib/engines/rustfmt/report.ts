import { factsOfFindings } from '#check/rules/outcome/json-report.ts';
import { withoutEscapes } from '#base/excerpt.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

/** Reads `cargo fmt --check -- -l`: the path of each file that it would write otherwise, and errors of syntax with their place. */
export function parseRustfmtReport({ stdout, stderr }: ToolOutput): EngineReport {
  const paths = stdout.split(/\r?\n/).filter((line) => line.endsWith('.rs'));
  const all = [...new Set(paths)].map(toUnformatted);
  const findings = [...all, ...readSyntaxErrors(withoutEscapes(stderr))];
  return { facts: factsOfFindings(findings.length), findings };
}

function toUnformatted(path: string): RawFinding {
  const message = 'rustfmt would write this file otherwise.';
  const place = { path, line: null, column: null };
  return { kind: 'format', severity: 'low', rule: 'unformatted', message, ...place, fixable: true };
}

// A module is reached from each target that has it.
function readSyntaxErrors(text: string): readonly RawFinding[] {
  const found = [
    ...text.matchAll(/^error(?:\[(E\d+)\])?: (.+)\n +--> (.+):(\d{1,9}):(\d{1,9})$/gm),
  ].map(([, code = null, message = '', path = '', line, column]): RawFinding => ({
    kind: 'syntax_error',
    severity: 'blocker',
    rule: code,
    message,
    path,
    line: Math.max(1, Number(line)),
    column: Math.max(1, Number(column)),
    fixable: false,
  }));
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}
