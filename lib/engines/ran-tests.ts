import type { CollectedTest } from '#check/rules/findings/test-names.ts';
import { testOfFile } from '#check/rules/findings/test-names.ts';
import { positiveOrNull } from '#base/data.ts';
import type { EngineReport, RawFinding } from './contract.ts';
import {
  excerptError,
  readThrownError,
  relativeToFolder,
  type ThrownError,
} from './thrown-error.ts';

/** A test as a runner of JavaScript tells of it, or what has no test: a file that does not load, a hook of all. */
export interface RanTest {
  /** As the runner names it; null: of no file. */
  readonly file: string | null;
  /** Its suites and itself. Empty: the file as a whole. */
  readonly names: readonly string[];
  readonly line?: number | null;
  readonly column?: number | null;
  /** lost: it did not come to its turn. */
  readonly state: 'passed' | 'failed' | 'skipped' | 'lost';
  readonly errors: readonly ThrownError[];
}

/** What the tests of one run amount to; `cwd` is the folder in which they ran. */
export function reportRanTests(ran: readonly RanTest[], cwd: string): EngineReport {
  const findings = ran.flatMap((test) => failuresOf(test, cwd));
  const tests = ran.filter(({ names }) => names.length > 0);
  const judged = tests.filter(({ state }) => state === 'passed' || state === 'failed').length;
  const broken = new Set(ran.filter(isBrokenFile).map(({ file }) => file)).size;
  const lost = ran.filter(({ state }) => state === 'lost').length;
  return {
    facts: {
      state: 'valid',
      findings: findings.length,
      analysed: judged,
      // A file that does not load holds at least one test.
      expected: judged + lost + broken,
      verdict: findings.length > 0 ? 'failed' : 'passed',
    },
    findings,
    tests: collectTests(tests, cwd),
  };
}

function isBrokenFile({ names, state }: RanTest): boolean {
  return names.length === 0 && state === 'failed';
}

/** A name that stands for several tests is skipped where all of them are. */
function collectTests(tests: readonly RanTest[], cwd: string): readonly CollectedTest[] {
  const all = new Map<string, CollectedTest>();
  for (const test of tests) {
    const named = nameTest(test, cwd);
    const skipped = test.state === 'skipped' && (all.get(named.id)?.skipped ?? true);
    all.set(named.id, { ...named, skipped });
  }
  return [...all.values()];
}

function nameTest({ file, names }: RanTest, cwd: string): Required<Pick<CollectedTest, 'id'>> {
  const rest = names.map((name) => ` > ${name}`).join('');
  return file === null ? { id: rest.slice(3) } : testOfFile(relativeToFolder(cwd, file), rest);
}

function failuresOf(test: RanTest, cwd: string): readonly RawFinding[] {
  if (test.state !== 'failed') return [];
  const told = new Map(test.errors.map((error) => [JSON.stringify(error), error]));
  return [...told.values()].map((error) => toFinding(test, error, cwd));
}

/** Where the failure passed through the file of the test, else where the test begins. */
function toFinding(test: RanTest, error: ThrownError, cwd: string): RawFinding {
  const { message, places, identity } = readThrownError(error, cwd);
  const own = test.file === null ? null : relativeToFolder(cwd, test.file);
  const path = own ?? places[0]?.path ?? null;
  const place = places.find((one) => one.path === path);
  const whole = test.names.length === 0;
  // A file fails to load for what another file has, too.
  const [first] = places;
  const elsewhere = whole && first?.path !== path ? first : undefined;
  return {
    kind: 'test_failure',
    severity: whole ? 'blocker' : 'high',
    rule: error.name,
    message: elsewhere === undefined ? message : `${message} (${elsewhere.path}:${elsewhere.line})`,
    path,
    line: place?.line ?? positiveOrNull(test.line),
    column: place === undefined ? positiveOrNull(test.column) : null,
    ...(test.file !== null && { testId: nameTest(test, cwd).id }),
    testIdentity: identity,
    excerpt: excerptError(error),
  };
}
