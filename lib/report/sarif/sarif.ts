import type { CheckedEngine, CheckReport } from '#model/check-report.ts';
import type { EngineSection } from '../by-engine.ts';
import { plainText } from '#base/plain-text.ts';
import { summarize } from '../summary.ts';
import { sarifResult, sourceRoot } from './result.ts';
import { rulesOf } from './rules.ts';

/** SARIF 2.1.0: one run for each engine, one invocation for each of its modes. */
export function renderSarif(report: CheckReport): string {
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: summarize(report).engines.map((one) => runOf(one, report)),
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function runOf({ engine, checks, findings }: EngineSection, { ratchetr }: CheckReport) {
  const rules = rulesOf(findings);
  const version = checks.find(({ outcome }) => outcome.toolVersion !== null)?.outcome.toolVersion;
  return {
    tool: {
      driver: {
        name: plainText(engine),
        ...(version && { version: plainText(version) }),
        rules: rules.ids.map((id) => ({ id })),
      },
      extensions: [{ name: 'ratchetr', version: ratchetr }],
    },
    automationDetails: { id: `ratchetr/${encodeURIComponent(engine.toWellFormed())}/` },
    originalUriBaseIds: { [sourceRoot]: { description: { text: 'The root of the repository.' } } },
    invocations: checks.map(invocationOf),
    results: findings.map((finding) => sarifResult(finding, rules.indexOf(finding))),
  };
}

/** Arguments and folders stay out: they are paths of the machine that ran it. */
function invocationOf({ outcome, sameAtBase }: CheckedEngine) {
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
