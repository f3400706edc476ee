import type { CheckedEngine, CheckReport, ReportedFinding } from '#model/check-report.ts';
import type { Severity } from '#model/finding.ts';
import { redactText } from '#base/redact.ts';
import { ruleName } from '#check/rules/findings/rule-name.ts';
import { concludeCheck } from '../conclusion.ts';
import { groupByFile } from '../in-files.ts';
import { renderMarkdown } from '../markdown/markdown.ts';
import { safeText } from '../safe-text.ts';
import { summarizeCheck } from '../summary.ts';
import { severities } from '../words.ts';

/** A remark on a line, as a GitHub check run shows it. */
interface ResultAnnotation {
  readonly path: string;
  readonly line: number;
  readonly level: 'notice' | 'warning' | 'failure';
  readonly title: string;
  readonly message: string;
}

/** What a GitHub check run says in the end. */
export interface CheckRunResult {
  readonly conclusion:
    | 'success'
    | 'failure'
    | 'neutral'
    | 'cancelled'
    | 'timed_out'
    | 'action_required';
  readonly title: string;
  readonly summary: string;
  readonly annotations: readonly ResultAnnotation[];
}

/** A check as its GitHub check run shows it: green exactly where `ratchetr check` is, so what is not known is not. */
export function checkResult(checked: CheckReport, vouchedBy?: string): CheckRunResult {
  const isVouched = checked.exit === 5 && vouchedBy !== undefined;
  // A person stands for what else would be asked of one, and for nothing besides.
  const report = isVouched ? { ...checked, exit: exitWithoutAsking(checked) } : checked;
  const summary = summarizeCheck(report);
  const told = concludeCheck(report, summary).title;
  const title = isVouched ? `${told}, for which ${vouchedBy} vouched` : told;
  return {
    conclusion: conclusions[report.exit],
    title: safeText(title, 255),
    summary: renderMarkdown(maskReport(report)),
    annotations: annotateFindings(summary.fresh),
  };
}

function exitWithoutAsking({ nothing_judged: nothing }: CheckReport): 0 | 4 {
  return nothing ? 4 : 0;
}

/** Before it is rendered: in Markdown a credential has its shape no more. */
function maskReport(report: CheckReport): CheckReport {
  return {
    ...report,
    judging: {
      ...report.judging,
      changes: report.judging.changes.map((one) => ({
        ...one,
        path: redactText(one.path),
        sentence: redactText(one.sentence),
      })),
    },
    unreadable: report.unreadable.map(redactText),
    problems: report.problems.map((one) => ({ ...one, message: redactText(one.message) })),
    engines: report.engines.map((checked) => ({
      ...checked,
      outcome: maskOutcome(checked.outcome),
      ...(checked.sameAtBase !== undefined && { sameAtBase: redactText(checked.sameAtBase) }),
      findings: checked.findings.map((one) => ({ ...one, message: redactText(one.message) })),
    })),
  };
}

function maskOutcome(outcome: CheckedEngine['outcome']): CheckedEngine['outcome'] {
  const { error, warnings } = outcome;
  return {
    ...outcome,
    warnings: warnings.map(redactText),
    error: error && {
      ...error,
      message: redactText(error.message),
      argv: error.argv.map(redactText),
      stderrExcerpt: redactText(error.stderrExcerpt),
    },
  };
}

const conclusions: Readonly<Record<CheckReport['exit'], CheckRunResult['conclusion']>> = {
  0: 'success',
  1: 'failure',
  2: 'failure',
  3: 'failure',
  4: 'neutral',
  5: 'action_required',
  130: 'cancelled',
};

// Fifty are sent at once, and each batch is a write of its own; the summary counts the rest.
const mostAnnotations = 500;

/** The worst first, so that they are among those that are shown; what has no place stands in the summary. */
function annotateFindings(fresh: readonly ReportedFinding[]): readonly ResultAnnotation[] {
  const placed = groupByFile(fresh).flatMap(({ findings }) => findings);
  return placed
    .toSorted((one, other) => severityRank(one) - severityRank(other))
    .flatMap((finding) => annotateFinding(finding))
    .slice(0, mostAnnotations);
}

function severityRank({ severity }: ReportedFinding): number {
  return severities.indexOf(severity);
}

function annotateFinding(finding: ReportedFinding): readonly ResultAnnotation[] {
  const { filePath: path, line, severity, tool, message } = finding;
  if (path === undefined || path === '' || line === undefined) return [];
  const rule = ruleName(finding);
  const text = safeText(message, 4_000).trim();
  return [
    {
      path,
      line,
      level: levels[severity],
      title: safeText(`${tool} ${rule}`, 255),
      message: text === '' ? rule : text,
    },
  ];
}

const levels: Readonly<Record<Severity, ResultAnnotation['level']>> = {
  blocker: 'failure',
  high: 'failure',
  medium: 'warning',
  low: 'notice',
};
