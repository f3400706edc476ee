import { positiveOrNull } from '#base/data.ts';
import type { RawFinding } from '../contract.ts';
import {
  excerptError,
  type FailureReading,
  readThrownError,
  relativeToFolder,
} from '../thrown-error.ts';
import type { TestModule, VitestError, VitestReport } from './shape.ts';
import { nameVitestTest } from './test-id.ts';

/** All that failed: tests, suites, files that could not be loaded, and what no test answers for. */
export function listVitestFindings(
  { modules, unhandled, thresholds }: VitestReport,
  cwd: string,
): readonly RawFinding[] {
  return [
    ...modules.flatMap((module) => failuresIn(module, cwd)),
    ...withoutRepeats(unhandled).map((error) => unhandledError(error, cwd)),
    ...thresholds.map(missedThreshold),
  ];
}

/** What has errors: the file itself has no names. */
interface Part {
  readonly names: readonly string[];
  readonly line: number | null;
  readonly column: number | null;
  readonly errors: readonly VitestError[];
}

function failuresIn(module: TestModule, cwd: string): readonly RawFinding[] {
  const file: Part = { names: [], line: null, column: null, errors: module.errors };
  // A test that passes when it is tried again keeps its errors.
  const tests = module.tests.filter(({ state }) => state === 'failed');
  return [file, ...module.suites, ...tests].flatMap((part) =>
    withoutRepeats(part.errors).map((error) => {
      const failure = readThrownError(error, cwd);
      const path = relativeToFolder(cwd, module.path);
      return {
        kind: 'test_failure',
        severity: part === file ? 'blocker' : 'high',
        rule: error.name,
        message: part === file ? messageWithPlace(failure, path) : failure.message,
        path,
        ...locateFailure(part, failure, path),
        testId: nameVitestTest(module, part.names, cwd).id,
        testIdentity: failure.identity,
        excerpt: excerptError(error),
      };
    }),
  );
}

/** A test that is tried again fails with the same error again. */
function withoutRepeats(errors: readonly VitestError[]): readonly VitestError[] {
  return [...new Map(errors.map((error) => [JSON.stringify(error), error])).values()];
}

/** A test file fails to load for what another file has, too. */
function messageWithPlace({ message, places: [place] }: FailureReading, path: string): string {
  return place === undefined || place.path === path
    ? message
    : `${message} (${place.path}:${place.line})`;
}

/** Where the failure passed through the file of the test, else where the test begins. */
function locateFailure(
  part: Part,
  { places }: FailureReading,
  path: string,
): Pick<RawFinding, 'line' | 'column'> {
  const own = places.find((place) => place.path === path);
  if (own !== undefined) return { line: own.line, column: null };
  return { line: positiveOrNull(part.line), column: positiveOrNull(part.column) };
}

function unhandledError(error: VitestError, cwd: string): RawFinding {
  const { message, places } = readThrownError(error, cwd);
  const during = error.during === null ? null : relativeToFolder(cwd, error.during);
  return {
    kind: 'unhandled_error',
    severity: 'high',
    rule: error.name,
    message,
    path: places[0]?.path ?? during,
    line: places[0]?.line ?? null,
    column: null,
    excerpt: excerptError(error),
  };
}

function missedThreshold(said: string): RawFinding {
  const [, path = null] = / threshold \([^)]*\) for (.+)$/.exec(said) ?? [];
  return {
    kind: 'coverage_threshold',
    severity: 'medium',
    rule: 'coverage-threshold',
    message: said.replace(/^ERROR: /, ''),
    path,
    line: null,
    column: null,
  };
}
