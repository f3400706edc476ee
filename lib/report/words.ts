import type { CheckedEngine, CheckReport } from '#model/check-report.ts';
import { counted, nameFirst } from '#base/words.ts';
import type { Finding } from '#model/finding.ts';
import { ruleName } from '#check/rules/findings/rule-name.ts';

/** One word or a few for what a run amounts to. */
export function resultWords({ outcome, degraded }: CheckedEngine): string {
  const { category, completeness, error } = outcome;
  const word = error === null ? categories[category] : categories.tool_failure;
  const partial = error === null && completeness.kind !== 'complete' ? [completeness.kind] : [];
  const parts = [word, ...partial, ...(degraded ? ['degraded'] : [])];
  return parts.join(', ').replace(', none', ', incomplete');
}

const categories = {
  success: 'clean',
  diagnostic: 'findings',
  tool_failure: 'failed',
  unknown: 'unexplained',
} as const;

/** The engine with its version, and with its folder where that is not the repository. */
export function engineWords({ outcome }: CheckedEngine): string {
  const { plan, toolVersion } = outcome;
  const version = toolVersion === null ? '' : ` ${toolVersion}`;
  return `${plan.engine}${version}${plan.root === '.' ? '' : ` in ${plan.root}`}`;
}

/** Where the result comes from, and what beside the tool had a say in it. */
export function howWords({ outcome: { origin, pinned, plan } }: CheckedEngine): string {
  const { executes = [] } = plan;
  return [
    origin,
    ...(pinned === true ? ['pinned tool'] : []),
    ...(executes.length === 0 ? [] : [`executes ${nameFirst(executes, 2)}`]),
  ].join(', ');
}

/** What was compared with, or why nothing was. */
export function baseSentence({ base, engines }: CheckReport): string {
  const { commit, ref, because } = base;
  const short = commit?.slice(0, 7);
  const compared =
    short === undefined
      ? `Not compared with another commit${because === null ? '' : `: ${because}`}`
      : `Compared with ${short}${ref === null || ref === commit ? '' : ` (${ref})`}`;
  const sentence = compared.endsWith('.') ? compared : `${compared}.`;
  const matters = hasNoBaseline(engines) && engines.some(({ counts }) => counts.new > 0);
  return matters ? `${sentence} There is no baseline, so every finding counts as new.` : sentence;
}

/** Whether no engine has one. */
export function hasNoBaseline(engines: readonly CheckedEngine[]): boolean {
  return engines.length > 0 && engines.every(({ baseline }) => baseline.source === 'none');
}

/** Everything that makes a result less sure, in sentences with the name of the engine; each once. */
export function notes({ engines, unjudged, unreadable }: CheckReport): readonly string[] {
  const left = unjudged.map(({ name, because }) => `Not judged: ${name}: ${because}`);
  const all = engines.flatMap(({ outcome, baseline, sameAtBase }) => {
    const { plan, completeness, warnings, error } = outcome;
    if (sameAtBase !== undefined) return [sameAtBase];
    const reason = completeness.kind !== 'complete' && error === null ? [completeness.reason] : [];
    const told = [...reason, ...warnings, ...(baseline.held === null ? [] : [baseline.held])];
    return told.map((sentence) => `${plan.engine}: ${sentence}`);
  });
  return [...new Set([...unreadable, ...all, ...noted(engines), ...left])];
}

/** Findings that are told and fail nothing, counted by engine and severity. */
function noted(engines: readonly CheckedEngine[]): readonly string[] {
  return engines.flatMap(({ outcome: { plan }, counts }) => {
    if (counts.noted === 0) return [];
    const ends = plan.gate?.from === undefined ? '' : ` below ${plan.gate.from}`;
    return [
      `${plan.engine}: ${counted(counts.noted, 'finding')}${ends} told, not failing the check.`,
    ];
  });
}

/** The reasons why the baselines are what they are, with the engines that share them. */
export function baselineNotes(engines: readonly CheckedEngine[]): readonly string[] {
  const reasons = Map.groupBy(engines, ({ baseline }) => baseline.because);
  return [...reasons].map(([because, sharing]) => {
    const names = [...new Set(sharing.map(({ outcome }) => outcome.plan.engine))];
    return `${names.join(', ')}: ${because}`;
  });
}

/** Path, line and column, as far as they are known; editors and terminals open it. */
export function placeWords({
  filePath,
  line,
  column,
}: Pick<Finding, 'filePath' | 'line' | 'column'>): string {
  return [filePath ?? 'no file', line, column].filter((part) => part !== undefined).join(':');
}

/** Who says it: engine and rule, and the test if it is about one. */
export function sourceWords(finding: Finding): string {
  const test = finding.testId === undefined ? '' : `, ${finding.testId}`;
  return `${finding.tool} ${ruleName(finding)}${test}`;
}

export const severities = ['blocker', 'high', 'medium', 'low'] as const;
