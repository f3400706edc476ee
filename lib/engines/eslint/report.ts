import * as z from 'zod';
import { brokenReport, plainReport, readJsonReport } from '#domain/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const message = z.object({
  ruleId: z.string().nullable(),
  severity: z.union([z.literal(1), z.literal(2)]),
  message: z.string(),
  fatal: z.boolean().optional(),
  line: z.int().nullish(),
  column: z.int().nullish(),
  fix: z.unknown().optional(),
});
const file = z.object({ filePath: z.string(), messages: z.array(message) });
const report = z.array(file);

type Message = z.infer<typeof message>;
type File = z.infer<typeof file>;

/** Reads what `eslint --format json` wrote into its file. */
export function parseEslintReport({ reports }: ToolOutput): EngineReport {
  const reading = readJsonReport(reports.get('report'), report);
  if (reading.kind === 'broken') return { facts: brokenReport(reading.state), findings: [] };
  const judged = reading.data.filter(({ messages }) => !messages.some(saysIgnored));
  const findings = judged.flatMap((one) => one.messages.map((each) => toFinding(one, each)));
  return { facts: { ...plainReport(findings.length), analysed: judged.length }, findings };
}

/** A file that was asked for by name and is ignored comes with a message that is no finding. */
function saysIgnored({ ruleId, fatal, message: text }: Message): boolean {
  return ruleId === null && fatal === false && text.startsWith('File ignored ');
}

function toFinding({ filePath }: File, found: Message): RawFinding {
  const syntax = found.fatal === true;
  return {
    kind: syntax ? 'syntax_error' : 'lint',
    severity: syntax ? 'blocker' : found.severity === 2 ? 'high' : 'medium',
    rule: found.ruleId,
    message: found.message,
    path: filePath,
    line: counted(found.line),
    column: counted(found.column),
    fixable: found.fix !== undefined,
  };
}

/** What concerns the whole file has line 0 or none. */
function counted(value: number | null | undefined): number | null {
  return typeof value === 'number' && value >= 1 ? value : null;
}
