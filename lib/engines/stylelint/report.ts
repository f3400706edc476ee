import * as z from 'zod';
import { positiveOrNull } from '#base/data.ts';
import {
  factsOfBroken,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const warning = z.object({
  line: z.int().nullish(),
  column: z.int().nullish(),
  rule: z.string(),
  severity: z.string().nullish(),
  text: z.string(),
});
const report = z.array(
  z.object({
    source: z.string().nullish(),
    ignored: z.boolean().nullish(),
    warnings: z.array(warning),
  }),
);

/** Reads `stylelint --formatter=json`, which goes to the standard error since version 16, after other words. */
export function parseStylelintReport({ stdout, stderr }: ToolOutput): EngineReport {
  const text = stdout.trim() === '' ? stderr : stdout;
  const start = text.search(/^\[(?:\{|\]|$)/m);
  const reading = readJsonReport(start < 0 ? text : text.slice(start), report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const judged = reading.data.filter(({ ignored }) => ignored !== true);
  const findings = judged.flatMap(({ source, warnings }) =>
    warnings.map((one) => toFinding(source ?? null, one)),
  );
  return { facts: { ...factsOfFindings(findings.length), analysed: judged.length }, findings };
}

function toFinding(
  path: string | null,
  { line, column, rule, severity, text }: z.infer<typeof warning>,
): RawFinding {
  const syntax = rule === 'CssSyntaxError';
  return {
    kind: syntax ? 'syntax_error' : 'lint',
    severity: syntax ? 'blocker' : severity === 'warning' ? 'medium' : 'high',
    rule,
    // It names the rule once more at the end.
    message: text.replace(` (${rule})`, ''),
    path,
    line: positiveOrNull(line),
    column: positiveOrNull(column),
  };
}
