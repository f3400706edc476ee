import type { CollectedTest } from '#check/rules/findings/test-names.ts';
import { isGoSyntaxError, readGoErrors } from '#check/rules/outcome/go-lines.ts';
import { factsOfBroken } from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';
import { type GoTestRun, readGoTestEvents, type TestedPackage, type Told } from './events.ts';
import { readGoFailure } from './failure.ts';

/** Reads `go test -json`: tests that fail, packages that cannot be built, and what ended a package before its end. */
export function parseGoTestReport({ stdout, cwd }: ToolOutput): EngineReport {
  const run = readGoTestEvents(stdout);
  if (run.events === 0) {
    const state = stdout.trim() === '' ? 'empty' : 'unparseable';
    return { facts: factsOfBroken(state), findings: [] };
  }
  const findings = [
    ...listBuildErrors(run),
    ...run.packages.flatMap((tested) => listFailures(tested, cwd)),
  ];
  const tests = run.packages.flatMap(listTests);
  const lost = run.packages.filter(isCutShort).length;
  const analysed = tests.length;
  const facts = {
    state: 'valid',
    findings: findings.length,
    // A module without any test has nothing to say, which is no failure.
    analysed: analysed === 0 && lost === 0 ? null : analysed,
    expected: analysed === 0 && lost === 0 ? null : analysed + lost,
    verdict: findings.length > 0 ? 'failed' : null,
  } as const;
  return { facts, findings, tests };
}

function listTests({ name, tests }: TestedPackage): readonly CollectedTest[] {
  return [...tests].flatMap(([test, { end }]) =>
    end === undefined ? [] : [{ id: `${name}/${test}`, skipped: end === 'skip' }],
  );
}

/** Whether tests of it did not come to their turn: it was not built, or something ended it. */
function isCutShort({ end, failedBuild, output, tests }: TestedPackage): boolean {
  if (failedBuild !== undefined) return true;
  if (end === 'pass' || end === 'skip') return false;
  const all = [output, ...[...tests.values()].map((one) => one.output)].flat();
  return (
    !output.some((line) => /^(?:FAIL|PASS)\r?\n$/.test(line)) ||
    all.some((line) => line.startsWith('panic: '))
  );
}

function listFailures(tested: TestedPackage, cwd: string): readonly RawFinding[] {
  const { name, tests, end, failedBuild } = tested;
  if (end === 'pass' || end === 'skip' || failedBuild !== undefined) return [];
  const failed = [...tests].filter(([, told]) => told.end === 'fail' || told.end === undefined);
  const names = failed.map(([test]) => test);
  // A test fails with each of its subtests, which say why.
  const own = failed.filter(([test]) => !names.some((other) => other.startsWith(`${test}/`)));
  if (own.length === 0) return [toFinding({ id: name, told: tested, cwd })];
  return own.map(([test, told]) => toFinding({ id: `${name}/${test}`, told, cwd }));
}

interface Failed {
  readonly id: string;
  readonly told: Told;
  readonly cwd: string;
}

function toFinding({ id, told, cwd }: Failed): RawFinding {
  const { panicked, ...failure } = readGoFailure(told.output, cwd);
  const ended = told.end === undefined;
  return {
    kind: 'test_failure',
    severity: 'high',
    rule: panicked ? 'panic' : null,
    ...failure,
    message: ended && !panicked ? 'The test ended the process of its package.' : failure.message,
    column: null,
    testId: id,
    testIdentity: panicked ? { exception: 'panic' } : {},
    excerpt: told.output.join(''),
  };
}

/** What one build says, a build of the same with its tests says again. */
function listBuildErrors({ builds, packages }: GoTestRun): readonly RawFinding[] {
  const failed = new Set(packages.map(({ failedBuild }) => failedBuild));
  const found = [...builds].flatMap(([built, output]) => {
    const text = output.join('');
    const errors = readGoErrors(text).map((error): RawFinding => ({
      kind: isGoSyntaxError(error) ? 'syntax_error' : 'type_error',
      severity: 'blocker',
      rule: null,
      ...error,
    }));
    if (errors.length > 0 || !failed.has(built)) return errors;
    const message = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#'));
    return [buildFailure(message?.trim() ?? `${built} cannot be built.`)];
  });
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

function buildFailure(message: string): RawFinding {
  const nowhere = { rule: null, path: null, line: null, column: null };
  return { kind: 'config_error', severity: 'blocker', message, ...nowhere };
}
