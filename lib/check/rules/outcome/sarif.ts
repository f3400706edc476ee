import { excerptOutput } from '#base/excerpt.ts';
import { positiveOrNull } from '#base/data.ts';
import { readJsonReport } from './json-report.ts';
import type { BrokenReport, ReportFailure } from './run-facts.ts';
import { pathOfLocation } from './sarif-paths.ts';
import {
  type RawResult,
  sarifLog,
  type SarifLevel,
  type SarifMessage,
  type SarifRule,
  type SarifRun,
  type Notification,
} from './sarif-shape.ts';

export interface SarifResult {
  readonly rule: string | null;
  readonly level: SarifLevel;
  readonly message: string;
  /** Absolute, or relative to the folder of the run. */
  readonly path: string | null;
  /** Counted from 1. */
  readonly line: number | null;
  /** As the tool counts, from 1. */
  readonly column: number | null;
}

export type SarifReading =
  | {
      readonly kind: 'read';
      readonly results: readonly SarifResult[];
      /** What the tool itself says of a run that failed. */
      readonly failure: ReportFailure | undefined;
    }
  | { readonly kind: 'broken'; readonly state: BrokenReport };

/** Reads a SARIF log. Never throws: what cannot be read has a name. Results that tell of no problem are left out. */
export function readSarif(text: string | undefined): SarifReading {
  const reading = readJsonReport(text, sarifLog);
  if (reading.kind === 'broken') return reading;
  const { runs } = reading.data;
  const failure = sarifFailure(runs);
  // A run without a list of results did not come so far as to have any.
  const unfinished = runs.some(({ results }) => !Array.isArray(results));
  if (unfinished && failure === undefined) return { kind: 'broken', state: 'invalid' };
  return { kind: 'read', results: runs.flatMap(listProblems), failure };
}

function listProblems(run: SarifRun): readonly SarifResult[] {
  return (run.results ?? []).filter(isProblem).map((result) => toSarifResult(result, run));
}

// What a baseline of the tool itself tolerates is still there; only what is absent is not.
function isProblem({ kind, suppressions, baselineState }: RawResult): boolean {
  if (kind === 'pass' || kind === 'notApplicable' || baselineState === 'absent') return false;
  const all = suppressions ?? [];
  return all.length === 0 || all.some(({ status }) => (status ?? 'accepted') !== 'accepted');
}

function toSarifResult(result: RawResult, run: SarifRun): SarifResult {
  const rule = ruleOf(result, run);
  const name = result.ruleId ?? result.rule?.id ?? rule?.id ?? null;
  const { artifactLocation, region } = result.locations?.[0]?.physicalLocation ?? {};
  const path = artifactLocation ? pathOfLocation(artifactLocation, run) : null;
  return {
    rule: name,
    level: result.level ?? defaultLevel(result, rule),
    message: sarifMessage(result.message ?? {}, rule) || (name ?? 'The tool gives no message.'),
    path,
    line: path === null ? null : positiveOrNull(region?.startLine),
    column: path === null ? null : positiveOrNull(region?.startColumn),
  };
}

function ruleOf({ ruleId, ruleIndex, rule }: RawResult, { tool }: SarifRun): SarifRule | undefined {
  const extension = rule?.toolComponent?.index ?? -1;
  const { rules } = tool.extensions?.[extension] ?? tool.driver;
  const listed = rules?.[rule?.index ?? ruleIndex ?? -1];
  const id = ruleId ?? rule?.id;
  return listed ?? rules?.find((one) => typeof id === 'string' && one.id === id);
}

// Only what failed has a level by default.
function defaultLevel({ kind }: RawResult, rule: SarifRule | undefined): SarifLevel {
  if (kind !== undefined && kind !== null && kind !== 'fail') return 'none';
  return rule?.defaultConfiguration?.level ?? 'warning';
}

function sarifMessage(message: SarifMessage, rule: SarifRule | undefined): string {
  const { text, markdown, id, arguments: given } = message;
  const strings = rule?.messageStrings ?? {};
  const stored = typeof id === 'string' && Object.hasOwn(strings, id) ? strings[id]?.text : null;
  const template = text ?? stored ?? markdown ?? '';
  if (!given?.length) return template.trim();
  return template
    .replace(/\{(\d{1,4})\}/g, (hole, index: string) => given[Number(index)] ?? hole)
    .trim();
}

/** What a tool says in its own report of a run that failed; nothing where it says that all went well. */
function sarifFailure(runs: readonly SarifRun[]): ReportFailure | undefined {
  const invocations = runs.flatMap((run) => run.invocations ?? []);
  const configuration = listErrors(
    invocations.flatMap((one) => one.toolConfigurationNotifications ?? []),
  );
  const execution = listErrors(invocations.flatMap((one) => one.toolExecutionNotifications ?? []));
  const failed = invocations.find((one) => one.executionSuccessful === false);
  const said = failed?.exitCodeDescription ?? '';
  if (configuration.length > 0) return reportFailureOf('CONFIG_INVALID', configuration);
  if (execution.length > 0) return reportFailureOf('CRASHED', execution);
  return failed && reportFailureOf('CRASHED', [said === '' ? 'it gives no reason' : said]);
}

function listErrors(notifications: readonly Notification[]): readonly string[] {
  return notifications
    .filter(({ level }) => level === 'error')
    .map(({ message }) => message?.text ?? message?.markdown ?? 'an error without a message');
}

const longest = 300;

function reportFailureOf(
  reason: ReportFailure['reason'],
  [first = '', ...others]: readonly string[],
): ReportFailure {
  const line = excerptOutput(first).trim().split('\n', 1)[0] ?? '';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return { reason, message: `${line.slice(0, longest)}${more}` };
}
