import type { JudgingStanding } from '#model/judging.ts';
import { hasFailures, type JudgedOutcome } from './failures.ts';

export interface ExitCodeFacts {
  readonly interrupted: boolean;
  /** Mistakes in the command line or the configuration, left-out engines among them. */
  readonly usageProblems: number;
  /** No engine had anything to do. */
  readonly nothingJudged: boolean;
  readonly outcomes: readonly JudgedOutcome[];
  /** Engines that judged, but not as configured. */
  readonly degraded: number;
  readonly onDegraded: 'fail' | 'allow';
  /** Findings that the baseline does not tolerate. */
  readonly newFindings: number;
  /** Numbers that got worse. */
  readonly regressions: number;
  /** What the policy says of changes to how the code is judged. */
  readonly judging: JudgingStanding;
}

/** interrupted, usage, engine failure, a person is needed, nothing judged, new findings, nothing new. */
export type CheckExit = 130 | 2 | 3 | 5 | 4 | 1 | 0;

/** The exit code of a check. What makes the rest unsure goes first: findings beside a failure are not all. */
export function chooseExitCode(facts: ExitCodeFacts): CheckExit {
  if (facts.interrupted) return 130;
  if (facts.usageProblems > 0) return 2;
  if (hasFailures(facts.outcomes)) return 3;
  if (facts.degraded > 0 && facts.onDegraded === 'fail') return 3;
  const { newFindings, regressions, judging } = facts;
  if (newFindings > 0 || regressions > 0 || judging === 'refused') return 1;
  // Where nothing is judged any more, that may be by the very change that a person is to see.
  if (judging === 'asked') return 5;
  return facts.nothingJudged ? 4 : 0;
}
