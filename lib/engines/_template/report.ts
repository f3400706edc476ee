import * as z from 'zod';
import {
  factsOfBroken,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const report = z.array(
  z.object({
    rule: z.string(),
    message: z.string(),
    file: z.string(),
    line: z.int().positive(),
    column: z.int().positive(),
  }),
);

/** Reads what `tool --format json` prints. A text that is something else becomes a state, never an exception. */
export function parseTemplateReport({ stdout }: ToolOutput): EngineReport {
  const reading = readJsonReport(stdout, report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const findings = reading.data.map(toFinding);
  return { facts: factsOfFindings(findings.length), findings };
}

function toFinding(item: z.infer<typeof report>[number]): RawFinding {
  const { rule, message, file, line, column } = item;
  return { kind: 'lint', severity: 'high', rule, message, path: file, line, column };
}
