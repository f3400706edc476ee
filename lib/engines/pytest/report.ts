import { excerptFailure } from '#base/excerpt.ts';
import type { CollectedTest } from '#check/rules/findings/test-names.ts';
import type { TestIdentity } from '#check/rules/findings/identity.ts';
import { readJunit, type JunitCase, type JunitProblem } from '#check/rules/outcome/junit.ts';
import { factsOfBroken } from '#check/rules/outcome/json-report.ts';
import type { ReportFacts } from '#check/rules/outcome/run-facts.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';
import { type PytestFailure, readBreakdown, readPytestFailure } from './failure.ts';
import { namePytestCase } from './node-id.ts';
import { unexpectedPasses } from './unexpected-passes.ts';
import { type Frame, primaryFrame } from './traceback.ts';

/** The name of the report that pytest writes. */
export const junitReport = 'junit';

/** Reads the JUnit report of pytest in its shape `xunit1`, the only one that names files and lines. */
export function parsePytestReport({ stdout, reports, cwd }: ToolOutput): EngineReport {
  const reading = readJunit(reports.get(junitReport));
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const { cases } = reading.report;
  const failures = cases.flatMap((test) => listCaseFindings(test, cwd));
  const findings = failures.length > 0 ? failures : tooManyWarnings(stdout);
  return {
    facts: pytestFacts(cases, findings.length),
    findings,
    tests: listPytestTests(cases, stdout),
  };
}

/** A test that failed in several ways has a case for some of them. */
function listPytestTests(cases: readonly JunitCase[], stdout: string): readonly CollectedTest[] {
  const passes = unexpectedPasses(stdout);
  const tests = new Map<string, CollectedTest>();
  for (const test of cases.filter(isTest)) {
    const named = namePytestCase(test);
    const skipped = test.skipped !== null || tests.get(named.id)?.skipped === true;
    tests.set(named.id, { ...named, skipped });
  }
  return [...tests.values()].map((test) =>
    passes(test.id) ? { ...test, skipped: true, passes: true } : test,
  );
}

// A file that is skipped as a whole does not say which tests it holds.
function isTest(test: JunitCase): boolean {
  return test.classname !== '' && !isInterrupted(test) && !isUncollected(test) && !isInternal(test);
}

function pytestFacts(cases: readonly JunitCase[], findings: number): ReportFacts {
  const run = new Set(cases.filter(wasRun).map((test) => namePytestCase(test).id)).size;
  // A file that cannot be collected holds at least one test.
  const lost = cases.filter((test) => isInterrupted(test) || isUncollected(test)).length;
  return {
    state: 'valid',
    findings,
    analysed: run,
    expected: run + lost,
    verdict: findings > 0 ? 'failed' : 'passed',
  };
}

function wasRun(test: JunitCase): boolean {
  if (isInterrupted(test) || isUncollected(test) || isInternal(test)) return false;
  // What is expected to fail was run, and did.
  return test.skipped === null || test.skipped.type === 'pytest.xfail';
}

/** A test during which the run ended is left without its name. */
function isInterrupted({ name }: JunitCase): boolean {
  return name === '';
}

function isUncollected({ problems }: JunitCase): boolean {
  return problems.some(({ message }) => message === 'collection failure');
}

function isInternal({ classname, name, file }: JunitCase): boolean {
  return classname === 'pytest' && name === 'internal' && file === null;
}

function listCaseFindings(test: JunitCase, cwd: string): readonly RawFinding[] {
  const { problems } = test;
  // The subtests that failed are told one by one.
  const told = problems.length > 1 ? problems.filter((problem) => !isSum(problem)) : problems;
  return told.map((problem) => toFinding(test, problem, cwd));
}

function isSum({ message }: JunitProblem): boolean {
  return /^contains \d+ failed subtests?$/.test(message);
}

function toFinding(test: JunitCase, problem: JunitProblem, cwd: string): RawFinding {
  const broken = isUncollected(test) || isInternal(test);
  const read = broken ? readBreakdown : readPytestFailure;
  const failure = read(problem);
  const { message, exception, frames } = failure;
  return {
    kind: 'test_failure',
    severity: broken ? 'blocker' : 'high',
    rule: exception,
    message,
    path: test.file,
    line: lineIn(test, frames, cwd),
    column: null,
    excerpt: excerptFailure(problem.text, test.output),
    ...(!isInternal(test) &&
      !isInterrupted(test) && {
        testId: namePytestCase(test).id,
        testIdentity: identifyFailure(failure, cwd),
      }),
  };
}

function identifyFailure({ exception, frames }: PytestFailure, cwd: string): TestIdentity {
  const frame = primaryFrame(frames, cwd);
  return { ...(exception !== null && { exception }), ...(frame !== undefined && { frame }) };
}

/** Where the failure passed through the file of the test, else where the test begins. */
function lineIn({ file, line }: JunitCase, frames: readonly Frame[], cwd: string): number | null {
  const own = frames.findLast(({ path }) => path === file || path === `${cwd}/${file}`);
  if (own !== undefined) return own.line;
  // pytest counts the lines of its report from 0.
  return line === null ? null : line + 1;
}

/** `--max-warnings` fails a run in which every test passed, and only standard output says so. */
function tooManyWarnings(stdout: string): readonly RawFinding[] {
  const said = /^Tests pass, but maximum allowed warnings exceeded: \d+ > \d+$/m.exec(stdout);
  if (said === null) return [];
  const nowhere = { rule: 'max-warnings', path: null, line: null, column: null };
  return [{ kind: 'test_warnings', severity: 'medium', message: said[0], ...nowhere }];
}
