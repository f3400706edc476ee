import type { ReportedFinding } from '#model/check-report.ts';
import type { Severity } from '#model/finding.ts';
import { plainText } from '#base/plain-text.ts';
import { ruleId } from './rules.ts';

export const sourceRoot = '%SRCROOT%';

/**
 * One finding as SARIF has it. A tolerated one is `unchanged` and not suppressed: a suppressed result is
 * shown as closed, and this one is still there.
 */
export function sarifResult(finding: ReportedFinding, ruleIndex: number) {
  const { severity, message, status, fingerprint, testId } = finding;
  return {
    ruleId: ruleId(finding),
    ruleIndex,
    level: levels[severity],
    message: { text: messageText(message) },
    locations: [{ physicalLocation: placeOf(finding), ...logicalLocations(testId) }],
    partialFingerprints: { 'ratchetr/v1': plainText(fingerprint) },
    baselineState: status === 'new' ? 'new' : 'unchanged',
  };
}

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  blocker: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
};

/** `[text](target)` is a link in SARIF, and what a tool says must not become one. */
function messageText(message: string): string {
  return plainText(message).replaceAll('](', '] (');
}

// GitHub refuses the whole file for one result without a place, so what has none stands in our own file.
const standIn = 'ratchetr.yaml';

function placeOf({ filePath, line, column }: ReportedFinding) {
  const located = line !== undefined && filePath !== undefined;
  return {
    artifactLocation: { uri: uriOf(filePath ?? standIn), uriBaseId: sourceRoot },
    region: located
      ? { startLine: line, ...(column !== undefined && { startColumn: column }) }
      : { startLine: 1 },
  };
}

function uriOf(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

function logicalLocations(testId: string | undefined) {
  if (testId === undefined) return {};
  return { logicalLocations: [{ fullyQualifiedName: plainText(testId), kind: 'function' }] };
}
