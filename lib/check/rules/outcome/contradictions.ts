import type { ReportFacts } from './run-facts.ts';
import type { Untrusted, Verdict } from './verdict.ts';
import { unknownOutcome } from './verdict.ts';

/** Where a valid report and the exit code cannot both be right, neither is believed. */
export function findContradiction(
  { category }: Verdict,
  report: ReportFacts,
  code: number,
): Untrusted | undefined {
  if (report.analysed === 0 && report.findings === 0) {
    return unknownOutcome(
      'EMPTY_SCOPE',
      'It judged nothing at all; see whether its scope names what it should.',
    );
  }
  if (report.verdict === 'passed' && code !== 0 && category !== 'success') {
    return disagree(`Its report says that all is well, its exit code is ${code}`);
  }
  if (report.verdict === 'failed' && code === 0) {
    return disagree('Its report says that it failed, its exit code is 0');
  }
  if (report.findings === 0 && category !== 'success') {
    return disagree(`Its exit code ${code} speaks of findings, its report has none`);
  }
  return undefined;
}

function disagree(what: string): Untrusted {
  return unknownOutcome('CONTRADICTION', `${what}; run it alone to see which is right.`);
}
