import * as z from 'zod';
import { isObject, positiveOrNull } from '#base/data.ts';
import {
  factsOfBroken,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

interface Message {
  readonly ruleId: string | null;
  readonly severity: 1 | 2;
  readonly message: string;
  readonly fatal?: boolean;
  readonly line?: number | null;
  readonly column?: number | null;
  readonly fix?: unknown;
}

interface File {
  readonly filePath: string;
  readonly messages: readonly Message[];
}

// A report may be as large as memory allows, so it is looked at and not copied.
const report = z.custom<readonly File[]>((data) => Array.isArray(data) && data.every(isFileResult));

/** Reads what `eslint --format json` wrote into its file. */
export function parseEslintReport({ reports }: ToolOutput): EngineReport {
  const reading = readJsonReport(reports.get('report'), report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const judged = reading.data.filter(({ messages }) => !messages.some(saysIgnored));
  const findings = judged.flatMap((one) => one.messages.map((each) => toFinding(one, each)));
  return { facts: { ...factsOfFindings(findings.length), analysed: judged.length }, findings };
}

function isFileResult(value: unknown): value is File {
  return (
    isObject(value) &&
    typeof value['filePath'] === 'string' &&
    Array.isArray(value['messages']) &&
    value['messages'].every(isMessage)
  );
}

function isMessage(value: unknown): value is Message {
  if (!isObject(value)) return false;
  const { ruleId, severity, message, fatal, line, column } = value;
  return (
    (ruleId === null || typeof ruleId === 'string') &&
    (severity === 1 || severity === 2) &&
    typeof message === 'string' &&
    (fatal === undefined || typeof fatal === 'boolean') &&
    isNumberOrNone(line) &&
    isNumberOrNone(column)
  );
}

function isNumberOrNone(value: unknown): boolean {
  return value === undefined || value === null || Number.isSafeInteger(value);
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
    line: positiveOrNull(found.line),
    column: positiveOrNull(found.column),
    fixable: found.fix !== undefined,
  };
}
