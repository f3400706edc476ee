import type { CollectedTest } from '#check/rules/findings/test-names.ts';
import { factsOfBroken, readJsonReport } from '#check/rules/outcome/json-report.ts';
import type { ReportFacts } from '#check/rules/outcome/run-facts.ts';
import type { EngineReport, ToolOutput } from '../contract.ts';
import { listVitestFindings } from './findings.ts';
import { type Test, type TestModule, type VitestReport, vitestReport } from './shape.ts';
import { nameVitestTest } from './test-id.ts';

/** The name of the report that our reporter writes. */
export const ownReport = 'report';

/** Reads what our reporter wrote: failing tests, what failed around them, and every test there is. */
export function parseVitestReport({ reports, cwd }: ToolOutput): EngineReport {
  const reading = readJsonReport(reports.get(ownReport), vitestReport);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const { data } = reading;
  const findings = listVitestFindings(data, cwd);
  return { facts: vitestFacts(data, findings.length), findings, tests: listVitestTests(data, cwd) };
}

function vitestFacts({ modules, reason, related }: VitestReport, findings: number): ReportFacts {
  const ran = modules.flatMap(({ tests }) => tests).filter(wasJudged).length;
  const lost = modules.reduce((sum, module) => sum + countLost(module), 0);
  // That no test depends on the files it was asked about is an answer.
  const nothingToRun = related && modules.length === 0;
  return {
    state: 'valid',
    findings,
    analysed: nothingToRun ? null : ran,
    expected: nothingToRun ? null : ran + lost,
    verdict: findings > 0 || reason !== 'passed' ? 'failed' : 'passed',
  };
}

function wasJudged({ state }: Test): boolean {
  return state === 'passed' || state === 'failed';
}

/** How many tests did not come to their turn. A module that could not be loaded holds at least one. */
function countLost(module: TestModule): number {
  const { tests, state } = module;
  if (tests.length === 0) return state === 'passed' || state === 'skipped' ? 0 : 1;
  return tests.filter((test) => neverRan(test, module)).length;
}

function neverRan({ state, mode, names }: Test, { errors, suites }: TestModule): boolean {
  if (state === 'pending') return true;
  if (state !== 'skipped' || mode === 'skip' || mode === 'todo') return false;
  // What fails before the tests of a suite takes them along; a test that skips itself is in no such suite.
  const failed = suites.filter((suite) => suite.errors.length > 0);
  return (
    errors.length > 0 ||
    failed.some((suite) => suite.names.every((name, index) => names[index] === name))
  );
}

function listVitestTests({ modules }: VitestReport, cwd: string): readonly CollectedTest[] {
  return modules.flatMap((module) =>
    module.tests.map((test) => ({
      ...nameVitestTest(module, test.names, cwd),
      skipped: test.fails || (test.state === 'skipped' && !neverRan(test, module)),
    })),
  );
}
