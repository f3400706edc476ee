import { brokenReport } from '#domain/outcome/json-report.ts';
import { readJunit, type JunitCase, type JunitProblem } from '#domain/outcome/junit.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

/** The name of the report that the command writes. */
export const junitReport = 'junit';

/** Reads a JUnit report, whoever wrote it. */
export function parseJunitReport({ reports }: ToolOutput): EngineReport {
  const reading = readJunit(reports.get(junitReport));
  if (reading.kind === 'broken') return { facts: brokenReport(reading.state), findings: [] };
  const { cases } = reading.report;
  const findings = cases.flatMap((test) =>
    test.problems.map((problem) => toFinding(test, problem)),
  );
  const analysed = cases.filter(({ skipped }) => skipped === null).length;
  // No verdict: commands that are told to end with 0 whatever they find are no contradiction.
  return {
    facts: { state: 'valid', findings: findings.length, analysed, expected: null, verdict: null },
    findings,
  };
}

function toFinding(test: JunitCase, problem: JunitProblem): RawFinding {
  const { name, classname, line } = test;
  const testId = [classname, name].filter((part) => part !== '').join('::');
  return {
    kind: 'test_failure',
    severity: 'high',
    rule: problem.type === '' ? null : problem.type,
    message: firstLine(problem.message) || firstLine(problem.text) || problem.kind,
    path: pathOf(test),
    line: line === null || line < 1 ? null : line,
    column: null,
    ...(testId !== '' && { testId }),
  };
}

/** Some writers have no file and put its path where others put a class. */
function pathOf({ file, classname }: JunitCase): string | null {
  if (file !== null && file !== '') return file;
  return /^[^\s:]+\/[^\s:/]+\.\w+$/.test(classname) ? classname : null;
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0]?.trimEnd() ?? '';
}
