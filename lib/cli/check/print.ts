import type { Finding } from '#domain/model/finding.ts';
import type { Schedule } from '#domain/scope/schedule.ts';
import type { CheckedEngine } from '#steps/check-repository.ts';

export interface CheckResult {
  readonly checked: readonly CheckedEngine[];
  readonly problems: Schedule['problems'];
  /** Engines that were not asked, and why. */
  readonly absent: readonly { readonly engine: string; readonly because: string }[];
}

/** The report for people: findings, then what failed, then one line for each engine. */
export function printHuman({ checked, problems, absent }: CheckResult): string {
  // What both modes found is said once.
  const findings = [...new Set(checked.flatMap((one) => one.findings.map(describeFinding)))];
  const failed = checked.flatMap(({ outcome }) => (outcome.error ? [outcome.error] : []));
  const errors = failed.flatMap((error) => [
    `${error.engine}: ${error.reason}: ${error.message}`,
    ...error.stderrExcerpt
      .split('\n')
      .slice(-3)
      .filter(Boolean)
      .map((line) => `    ${line}`),
  ]);
  const left = problems.map(({ engine, code, message }) => `${engine}: ${code}: ${message}`);
  const nobody = checked.length === 0 && problems.length === 0;
  const reasons = absent.map(({ engine, because }) => `${engine}: ${because}`);
  return [
    ...section('No engine has anything to do here', nobody ? reasons : []),
    ...section('', findings),
    ...section('Engines that failed; in no total', errors),
    ...section('Engines left out', left),
    ...section('', checked.map(describeEngine)),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  return [...(title === '' ? [] : [title]), ...lines, ''];
}

function describeFinding({ tool, filePath, line, column, symbol, message }: Finding): string {
  const place = [filePath ?? '-', line, column].filter((part) => part !== undefined).join(':');
  return `${place}: ${message} [${[tool, symbol].filter(Boolean).join(' ')}]`;
}

function describeEngine({ outcome, findings }: CheckedEngine): string {
  const { plan, category, origin, toolVersion, durationMs, completeness, warnings } = outcome;
  const parts = [
    `${plan.engine}${toolVersion === null ? '' : ` ${toolVersion}`}`,
    plan.mode,
    origin,
    category,
    completeness.kind,
    `${findings.length} findings`,
    `${(durationMs / 1000).toFixed(1)} s`,
  ];
  return [parts.join('  '), ...warnings.map((warning) => `    ${warning}`)].join('\n');
}
