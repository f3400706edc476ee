import * as z from 'zod';
import { withoutEscapes } from '#base/excerpt.ts';
import { factsOfBroken, readJsonReport } from '#check/rules/outcome/json-report.ts';
import type { EngineReport, ToolOutput } from '../contract.ts';
import { type RanTest, reportRanTests } from '../ran-tests.ts';
import { readThrownError, splitPrintedError } from '../thrown-error.ts';

/** The name of the report that mocha writes. */
export const mochaReport = 'report';

const thrown = z.object({ stack: z.string().optional(), message: z.string().optional() });
const test = z.object({
  title: z.string(),
  fullTitle: z.string(),
  file: z.string().nullish(),
  err: thrown.default({}),
});
const report = z.object({
  tests: z.array(test),
  pending: z.array(test),
  failures: z.array(test),
});

/** Reads the report of `mocha --reporter json`, or what kept it from loading its tests. */
export function parseMochaReport({ reports, stdout, stderr, cwd }: ToolOutput): EngineReport {
  const reading = readJsonReport(reports.get(mochaReport) ?? printedReport(stdout), report);
  if (reading.kind === 'broken') {
    const broken = brokenFile(stderr, cwd);
    return broken === undefined
      ? { facts: factsOfBroken(reading.state), findings: [] }
      : reportRanTests([broken], cwd);
  }
  const { tests, pending, failures } = reading.data;
  const [failed, skipped] = [namesOf(failures), namesOf(pending)];
  const others = tests.filter((one) => !failed.has(nameOf(one)));
  return reportRanTests(
    [
      ...others.map((one) => toRanTest(one, skipped.has(nameOf(one)) ? 'skipped' : 'passed')),
      ...failures.map((one) => toRanTest(one, 'failed')),
    ],
    cwd,
  );
}

function namesOf(tests: readonly z.infer<typeof test>[]): ReadonlySet<string> {
  return new Set(tests.map(nameOf));
}

function nameOf({ file, fullTitle }: z.infer<typeof test>): string {
  return JSON.stringify([file, fullTitle]);
}

/** Before 9.2 it knows no file for its report. */
function printedReport(stdout: string): string | undefined {
  const start = stdout.indexOf('{\n  "stats": {');
  return start < 0 ? undefined : stdout.slice(start);
}

function toRanTest(one: z.infer<typeof test>, state: RanTest['state']): RanTest {
  const { file = null, fullTitle, err } = one;
  const errors = state === 'failed' ? [splitPrintedError(err.stack ?? err.message ?? '')] : [];
  return { file, names: [fullTitle], state, errors };
}

/**
 * One file that does not load keeps mocha from running any. Where no place is told, it is the outermost file of the
 * repository that the error passed through, for with that one it began.
 */
function brokenFile(stderr: string, cwd: string): RanTest | undefined {
  const found = findLoadError(stderr);
  if (found === undefined) return undefined;
  const { path, line, module, said } = found;
  const error = splitPrintedError(said.replace(/^(\w+)\[ @\S.* \]/, '$1'));
  const own = readThrownError(error, cwd).places.at(-1)?.path;
  const file = module ?? (path?.includes('/node_modules/') === true ? own : (path ?? own));
  if (file === undefined) return undefined;
  const place = file === path ? Number(line) : null;
  return { file, names: [], line: place, state: 'failed', errors: [error] };
}

const errorLine =
  /^(?:\s*(?:✖ )?(?:Exception during run|ERROR): )?(?<said>\w*(?:Error|Exception)(?: \[\w+\]|\[ @(?:file:\/\/)?(?<module>\S.*) \])?: .*)/;
const placeLine = /^(?:\s*(?:✖ )?(?:Exception during run|ERROR): )?(?<path>\/\S.*):(?<line>\d+)$/;

/** Before the error stand the place and the lines of the source for an error of syntax, or the module in place of them. */
function findLoadError(stderr: string) {
  const lines = withoutEscapes(stderr).split('\n');
  const at = lines.findIndex((line) => errorLine.test(line));
  const { said = '', module } = errorLine.exec(lines[at] ?? '')?.groups ?? {};
  if (said === '') return undefined;
  const before = lines.slice(0, at);
  const place = before.map((line) => placeLine.exec(line)).find((match) => match !== null);
  const { path, line } = place?.groups ?? {};
  return { path, line, module, said: [said, ...lines.slice(at + 1)].join('\n') };
}
