import {
  isCompileError,
  needsNightly,
  readCargoOutput,
  type RustDiagnostic,
} from '#check/rules/outcome/cargo-messages.ts';
import { factsOfBroken, factsOfFindings } from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

/** Reads `cargo clippy --message-format=json`: what clippy and the compiler say of the packages of the workspace. */
export function parseClippyReport({ stdout }: ToolOutput): EngineReport {
  const { diagnostics, built } = readCargoOutput(stdout);
  const findings = diagnostics.filter((one) => !needsNightly(one)).map(toFinding);
  if (built === undefined || (!built && diagnostics.length === 0)) {
    const state = stdout.trim() === '' ? 'empty' : 'unparseable';
    return { facts: { ...factsOfBroken(state), findings: findings.length }, findings };
  }
  return { facts: factsOfFindings(findings.length), findings };
}

function toFinding(one: RustDiagnostic): RawFinding {
  const { level, code: rule, message, path, line, column, fixable } = one;
  const place = { rule, message, path, line, column, fixable };
  if (!isCompileError(one))
    return { kind: 'lint', severity: level === 'error' ? 'high' : 'medium', ...place };
  const isSyntax = rule === null && path !== null;
  const kind = path?.endsWith('clippy.toml')
    ? 'config_error'
    : isSyntax
      ? 'syntax_error'
      : 'type_error';
  return { kind, severity: 'blocker', ...place };
}
