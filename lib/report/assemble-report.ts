import type { CheckReport } from '#model/check-report.ts';
import { chooseExitCode } from '#check/rules/outcome/exit-code.ts';
import { hasDiagnostics, hasFailures } from '#check/rules/outcome/failures.ts';

export interface CheckResult extends Pick<
  CheckReport,
  'ratchetr' | 'base' | 'engines' | 'problems' | 'absent' | 'vector'
> {
  readonly interrupted: boolean;
  /** Manifests that could not be read. */
  readonly unreadable: number;
}

/** Puts together what a check amounts to, its exit code with it. */
export function assembleReport({ interrupted, unreadable, ...result }: CheckResult): CheckReport {
  const { engines, problems, vector } = result;
  const outcomes = engines.map(({ outcome }) => outcome);
  // What the merge base has too is none of the change's doing.
  const own = engines.filter(({ sameAtBase }) => sameAtBase === undefined);
  return {
    schemaVersion: 1,
    ...result,
    has_failures: hasFailures(outcomes),
    has_diagnostics: hasDiagnostics(outcomes),
    exit: chooseExitCode({
      interrupted,
      usageProblems: problems.filter((one) => one.sameAtBase !== true).length + unreadable,
      outcomes: own.map(({ outcome }) => outcome),
      degraded: own.filter(({ degraded }) => degraded).length,
      onDegraded: 'fail',
      newFindings: engines.reduce((sum, { counts }) => sum + counts.new, 0),
      regressions: vector.components.filter(({ result: change }) => change === 'worse').length,
    }),
  };
}
