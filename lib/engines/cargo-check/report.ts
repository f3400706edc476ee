import {
  needsNightly,
  readCargoOutput,
  type RustDiagnostic,
} from '#check/rules/outcome/cargo-messages.ts';
import { factsOfBroken, factsOfFindings } from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

/** Reads `cargo check --message-format=json`. What the compiler only warns of keeps nothing from being built. */
export function parseCargoCheckReport({ stdout }: ToolOutput): EngineReport {
  const { diagnostics, built } = readCargoOutput(stdout);
  const errors = diagnostics.filter((one) => one.level === 'error' && !needsNightly(one));
  const findings = errors.map(toFinding);
  if (built === undefined || (!built && diagnostics.length === 0)) {
    const state = stdout.trim() === '' ? 'empty' : 'unparseable';
    return { facts: { ...factsOfBroken(state), findings: findings.length }, findings };
  }
  return { facts: factsOfFindings(findings.length), findings };
}

function toFinding({ code: rule, message, path, line, column }: RustDiagnostic): RawFinding {
  const kind = rule === null && path !== null ? 'syntax_error' : 'type_error';
  return { kind, severity: 'blocker', rule, message, path, line, column };
}
