import { hasFailures, type JudgedOutcome } from './failures.ts';

export interface ExitCodeFacts {
  readonly interrupted: boolean;
  /** Mistakes in the command line or the configuration, left-out engines among them. */
  readonly usageProblems: number;
  readonly outcomes: readonly JudgedOutcome[];
  /** Engines that judged, but not as configured. */
  readonly degraded: number;
  readonly onDegraded: 'fail' | 'allow';
  /** Findings that the baseline does not tolerate. */
  readonly newFindings: number;
  /** Numbers that got worse. */
  readonly regressions: number;
}

/** interrupted, usage, engine failure, new findings, nothing new. */
export type CheckExit = 130 | 2 | 3 | 1 | 0;

/** The exit code of a check. What makes the rest unsure goes first: findings beside a failure are not all. */
export function chooseExitCode(facts: ExitCodeFacts): CheckExit {
  if (facts.interrupted) return 130;
  if (facts.usageProblems > 0) return 2;
  if (hasFailures(facts.outcomes)) return 3;
  if (facts.degraded > 0 && facts.onDegraded === 'fail') return 3;
  return facts.newFindings > 0 || facts.regressions > 0 ? 1 : 0;
}
