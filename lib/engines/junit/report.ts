import { excerptFailure } from '#base/excerpt.ts';
import { firstLineOf } from '#base/lines.ts';
import type { CollectedTest } from '#check/rules/findings/test-names.ts';
import { factsOfBroken } from '#check/rules/outcome/json-report.ts';
import { readJunit, type JunitCase, type JunitProblem } from '#check/rules/outcome/junit.ts';
import type { EngineReport, RawFinding } from '../contract.ts';

/** Reads a JUnit report of any tool. */
export function readJunitReport(text: string | undefined): EngineReport {
  const reading = readJunit(text);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const { cases } = reading.report;
  const findings = cases.flatMap((test) =>
    test.problems.map((problem) => toFinding(test, problem)),
  );
  const analysed = cases.filter(({ skipped }) => skipped === null).length;
  // No verdict: commands that are told to end with 0 whatever they find are no contradiction.
  return {
    facts: { state: 'valid', findings: findings.length, analysed, expected: null, verdict: null },
    findings,
    tests: collectTests(cases),
  };
}

/** A name that stands for several tests is skipped where all of them are. */
function collectTests(cases: readonly JunitCase[]): readonly CollectedTest[] {
  const skipped = new Map<string, boolean>();
  for (const test of cases) {
    const id = caseId(test);
    if (id !== '') skipped.set(id, test.skipped !== null && (skipped.get(id) ?? true));
  }
  return [...skipped].map(([id, all]) => ({ id, skipped: all }));
}

function toFinding(test: JunitCase, problem: JunitProblem): RawFinding {
  const { line } = test;
  const testId = caseId(test);
  return {
    kind: 'test_failure',
    severity: 'high',
    rule: problem.type === '' ? null : problem.type,
    message: firstLineOf(problem.message) || firstLineOf(problem.text) || problem.kind,
    path: casePath(test),
    line: line === null || line < 1 ? null : line,
    column: null,
    excerpt: excerptFailure(problem.text, test.output),
    ...(testId !== '' && { testId }),
  };
}

function caseId({ name, classname }: JunitCase): string {
  return [classname, name].filter((part) => part !== '').join('::');
}

/** Some writers have no file and put its path where others put a class. */
function casePath({ file, classname }: JunitCase): string | null {
  if (file !== null && file !== '') return file;
  return /^[^\s:]+\/[^\s:/]+\.\w+$/.test(classname) ? classname : null;
}
