import * as z from 'zod';
import { isOlder } from '#base/version-order.ts';
import type { Severity } from '#model/finding.ts';
import {
  factsOfBroken,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const fields = {
  type: z.enum(['fatal', 'error', 'warning', 'refactor', 'convention', 'info']),
  symbol: z.string(),
  message: z.string(),
  path: z.string(),
  line: z.int(),
  column: z.int(),
};
const message = z.object({ ...fields, messageId: z.string() });
const olderMessage = z
  .object({ ...fields, 'message-id': z.string() })
  .transform(({ 'message-id': messageId, ...found }) => ({ ...found, messageId }));

const report = z.object({ messages: z.array(message) });
const olderReport = z.array(olderMessage).transform((messages) => ({ messages }));

type Message = z.infer<typeof message>;

/** Its first JSON has no place for a summary. */
export function hasOlderReport(version: string | null | undefined): boolean {
  return isOlder(version, '3.0');
}

/** Reads `pylint --output-format=json2` or `json`, before which there may be text. */
export function parsePylintReport({ stdout, version }: ToolOutput): EngineReport {
  const start = stdout.search(/^[[{]/m);
  const text = start < 0 ? stdout : stdout.slice(start);
  const reading = readJsonReport(text, hasOlderReport(version) ? olderReport : report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const findings = reading.data.messages.filter((one) => isAboutCode(one)).map(toFinding);
  return { facts: factsOfFindings(findings.length), findings };
}

const aboutConfiguration = new Set(['E0013', 'E0015']);
const unknownMessage = 'W0012';

/** What is said of the configuration, or of what could not be judged, is told by probes. */
function isAboutCode({ messageId, type, path }: Message): boolean {
  if (type === 'fatal' || aboutConfiguration.has(messageId)) return false;
  // A comment in a module may also name a message that there is not.
  return messageId !== unknownMessage || /\.pyi?$/.test(path);
}

function toFinding(found: Message): RawFinding {
  return {
    kind: found.messageId === 'E0001' ? 'syntax_error' : 'lint',
    severity: breaksImport.has(found.messageId) ? 'blocker' : severities[found.type],
    rule: found.symbol,
    message: found.message,
    path: found.path,
    line: Math.max(1, found.line),
    column: Math.max(0, found.column) + 1,
  };
}

/** syntax-error and import-error. */
const breaksImport = new Set(['E0001', 'E0401']);

const severities: Record<Message['type'], Severity> = {
  fatal: 'blocker',
  error: 'high',
  warning: 'medium',
  refactor: 'low',
  convention: 'low',
  info: 'low',
};
