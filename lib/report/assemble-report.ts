import type { CheckReport } from '#model/check-report.ts';
import { chooseExitCode } from '#check/rules/outcome/exit-code.ts';
import { hasDiagnostics, hasFailures } from '#check/rules/outcome/failures.ts';

export interface CheckResult extends Pick<
  CheckReport,
  | 'ratchetr'
  | 'run'
  | 'base'
  | 'engines'
  | 'problems'
  | 'absent'
  | 'unjudged'
  | 'unreadable'
  | 'vector'
  | 'judging'
> {
  readonly interrupted: boolean;
}

/** Puts together what a check amounts to, its exit code with it. */
export function assembleReport({ interrupted, ...result }: CheckResult): CheckReport {
  const { engines, problems, unreadable, absent, vector, judging } = result;
  // Where only what differs was to be judged, nothing is a good answer.
  const nothingJudged =
    engines.length === 0
      ? !absent.some((one) => one.unchanged === true)
      : // Of code that only failing tools looked at, nothing is known either.
        engines.every(
          ({ sameAtBase, outcome }) => sameAtBase !== undefined && outcome.error !== null,
        );
  const outcomes = engines.map(({ outcome }) => outcome);
  // What the merge base has too is none of the change's doing.
  const own = engines.filter(({ sameAtBase }) => sameAtBase === undefined);
  return {
    schemaVersion: 1,
    ...result,
    nothing_judged: nothingJudged,
    has_failures: hasFailures(outcomes),
    has_diagnostics: hasDiagnostics(outcomes),
    exit: chooseExitCode({
      interrupted,
      usageProblems: problems.filter((one) => one.sameAtBase !== true).length + unreadable.length,
      nothingJudged,
      outcomes: own.map(({ outcome }) => outcome),
      degraded: own.filter(({ degraded }) => degraded).length,
      onDegraded: 'fail',
      newFindings: engines.reduce((sum, { counts }) => sum + counts.new, 0),
      regressions: vector.components.filter(({ result: change }) => change === 'worse').length,
      judging: judging.standing,
    }),
  };
}
