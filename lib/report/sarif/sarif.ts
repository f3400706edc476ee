import type { CheckedEngine, CheckReport, ReportedFinding } from '#model/check-report.ts';
import { plainText } from '#base/plain-text.ts';
import type { Severity } from '#model/finding.ts';
import { ruleName } from '#check/rules/findings/rule-name.ts';
import { nothingJudged } from '../conclusion.ts';
import { describeJudgingChange } from '../judging.ts';
import { summarizeCheck, type EngineSection } from '../summary.ts';

/** SARIF 2.1.0: one run for each engine, one invocation for each of its modes. */
export function renderSarif(report: CheckReport): string {
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      ...summarizeCheck(report).engines.map((one) => engineRun(one, report)),
      ...judgingRun(report),
      ...(report.nothing_judged ? [emptyRun(report)] : []),
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function engineRun({ engine, checks, findings }: EngineSection, { ratchetr }: CheckReport) {
  const ids = [...new Set(findings.map(ruleId))];
  const indices = new Map(ids.map((id, at) => [id, at]));
  const version = checks.find(({ outcome }) => outcome.toolVersion !== null)?.outcome.toolVersion;
  return {
    tool: {
      driver: {
        name: plainText(engine),
        ...(version && { version: plainText(version) }),
        rules: ids.map((id) => ({ id })),
      },
      extensions: [{ name: 'ratchetr', version: ratchetr }],
    },
    automationDetails: { id: `ratchetr/${encodeURIComponent(engine.toWellFormed())}/` },
    originalUriBaseIds,
    invocations: checks.map(engineInvocation),
    results: findings.map((one) => sarifResult(one, indices.get(ruleId(one)) ?? -1)),
  };
}

/** A run of our own: what changed how the code is judged, at the beginning of each file. */
function judgingRun({ ratchetr: version, judging: { changes } }: CheckReport) {
  if (changes.length === 0) return [];
  const ids = [...new Set(changes.map((one) => `judging/${one.class}`))];
  const results = changes.map((change) => {
    const rule = `judging/${change.class}`;
    const uri = encodePath(change.path);
    const place = { artifactLocation: { uri, uriBaseId: sourceRoot }, region: { startLine: 1 } };
    return {
      ruleId: rule,
      ruleIndex: ids.indexOf(rule),
      level: judgingLevels[change.policy],
      message: { text: messageText(describeJudgingChange(change)) },
      locations: [{ physicalLocation: place }],
      partialFingerprints: { 'ratchetr/v1': plainText(`${rule} ${change.path}`) },
    };
  });
  return [
    {
      tool: { driver: { name: 'ratchetr', version, rules: ids.map((id) => ({ id })) } },
      automationDetails: { id: 'ratchetr/judging/' },
      originalUriBaseIds,
      invocations: [{ executionSuccessful: true }],
      results,
    },
  ];
}

const judgingLevels = { say: 'note', ask: 'warning', refuse: 'error' } as const;

/** A log without a run would look like one of a clean repository. */
function emptyRun({ ratchetr: version, engines }: CheckReport) {
  const told = notification('error', `${nothingJudged(engines)}.`);
  return {
    tool: { driver: { name: 'ratchetr', version } },
    invocations: [{ executionSuccessful: false, toolExecutionNotifications: [told] }],
    results: [],
  };
}

/** Arguments and folders stay out: they are paths of the machine that ran it. */
function engineInvocation({ outcome, sameAtBase }: CheckedEngine) {
  const { plan, error, rawExit, signal, warnings, completeness } = outcome;
  const incomplete = completeness.kind === 'complete' ? [] : [completeness.reason];
  const told = [
    ...(sameAtBase === undefined ? [] : [sameAtBase]),
    ...(error === null ? [...incomplete, ...warnings] : warnings),
  ];
  return {
    executionSuccessful: error === null,
    ...(rawExit !== null && { exitCode: rawExit }),
    ...(signal !== null && { exitSignalName: plainText(signal) }),
    toolExecutionNotifications: [
      ...(error === null
        ? []
        : [notification('error', error.message, { descriptor: { id: error.reason } })]),
      ...told.map((text) => notification('warning', text)),
    ],
    properties: { mode: plan.mode, root: plainText(plan.root), origin: outcome.origin },
  };
}

function notification(level: 'error' | 'warning', text: string, more: object = {}) {
  return { level, message: { text: plainText(text) }, ...more };
}

const sourceRoot = '%SRCROOT%';
const originalUriBaseIds = {
  [sourceRoot]: { description: { text: 'The root of the repository.' } },
};

/**
 * One finding as SARIF has it. A tolerated one is `unchanged` and not suppressed: a suppressed result is
 * shown as closed, and this one is still there.
 */
function sarifResult(finding: ReportedFinding, ruleIndex: number) {
  const { severity, message, status, fingerprint, testId, rawRef } = finding;
  return {
    ruleId: ruleId(finding),
    ruleIndex,
    level: levels[severity],
    message: { text: messageText(message) },
    locations: [{ physicalLocation: physicalLocation(finding), ...logicalLocations(testId) }],
    partialFingerprints: { 'ratchetr/v1': plainText(fingerprint) },
    baselineState: status === 'new' ? 'new' : 'unchanged',
    ...(rawRef !== undefined && { properties: { rawRef: plainText(rawRef) } }),
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

function physicalLocation({ filePath, line, column }: ReportedFinding) {
  const located = line !== undefined && filePath !== undefined;
  return {
    artifactLocation: { uri: encodePath(filePath ?? standIn), uriBaseId: sourceRoot },
    region: located
      ? { startLine: line, ...(column !== undefined && { startColumn: column }) }
      : { startLine: 1 },
  };
}

function encodePath(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

function logicalLocations(testId: string | undefined) {
  if (testId === undefined) return {};
  return { logicalLocations: [{ fullyQualifiedName: plainText(testId), kind: 'function' }] };
}

function ruleId(finding: ReportedFinding): string {
  return plainText(ruleName(finding));
}
