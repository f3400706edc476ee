import { isLeftOutByGo } from '#check/rules/repository/go.ts';
import { type GoError, readGoErrors } from '#check/rules/outcome/go-lines.ts';
import { factsOfBroken, factsOfFindings } from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const unreadable = /^(?:lstat|open|stat) /;

/** Reads `gofmt -l`: the path of each file that it would write otherwise, and an error for each that it cannot read. */
export function parseGofmtReport({ stdout, stderr }: ToolOutput): EngineReport {
  const errors = readGoErrors(stderr);
  const lines = stderr.split(/\r?\n/).filter((line) => line !== '');
  const paths = stdout.split(/\r?\n/).filter((line) => line !== '');
  const findings = [...paths.map(toUnformatted), ...errors.map(toSyntaxError)].filter(
    // gofmt takes a folder with all that is below it, also what belongs to no package of the module.
    ({ path }) => path === null || !isLeftOutByGo(path),
  );
  if (errors.length < lines.filter((line) => !unreadable.test(line)).length) {
    return { facts: { ...factsOfBroken('unparseable'), findings: findings.length }, findings };
  }
  return { facts: factsOfFindings(findings.length), findings };
}

function toUnformatted(path: string): RawFinding {
  const message = 'gofmt would write this file otherwise.';
  const place = { path, line: null, column: null };
  return { kind: 'format', severity: 'low', rule: 'unformatted', message, ...place, fixable: true };
}

function toSyntaxError(error: GoError): RawFinding {
  return { kind: 'syntax_error', severity: 'blocker', rule: null, ...error, fixable: false };
}
