import * as z from 'zod';
import { factsOfBroken, readJsonReport } from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';
import { type RanTest, reportRanTests } from '../ran-tests.ts';
import { splitPrintedError } from '../thrown-error.ts';

/** The name of the report that jest writes. */
export const jestReport = 'report';

const assertion = z.object({
  ancestorTitles: z.array(z.string()),
  title: z.string(),
  status: z.string(),
  failureMessages: z.array(z.string()).nullish(),
  location: z.object({ line: z.int(), column: z.int() }).nullish(),
});
const suite = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string().default(''),
  assertionResults: z.array(assertion),
});
const report = z.object({ testResults: z.array(suite) });

/** Reads what `jest --json` wrote into its file. */
export function parseJestReport({ reports, stderr, cwd }: ToolOutput): EngineReport {
  const reading = readJsonReport(reports.get(jestReport), report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const ran = reading.data.testResults.flatMap((one) => [
    ...brokenSuite(one),
    ...one.assertionResults.map((test) => toRanTest(one.name, test)),
  ]);
  const told = reportRanTests(ran, cwd);
  const findings = [...told.findings, ...missedThresholds(stderr)];
  const verdict = findings.length > 0 ? 'failed' : 'passed';
  return { ...told, facts: { ...told.facts, findings: findings.length, verdict }, findings };
}

function toRanTest(file: string, test: z.infer<typeof assertion>): RanTest {
  const { ancestorTitles, title, status, failureMessages, location } = test;
  return {
    file,
    names: [...ancestorTitles, title],
    line: location?.line ?? null,
    column: location?.column ?? null,
    state: status === 'passed' || status === 'failed' ? status : 'skipped',
    errors: (failureMessages ?? []).map(splitPrintedError),
  };
}

const notRun = '● Test suite failed to run';

/** What failed outside of the tests stands in the text alone, indented, with the lines of the source. */
function brokenSuite({
  name,
  status,
  message,
  assertionResults,
}: z.infer<typeof suite>): readonly RanTest[] {
  const start = message.indexOf(notRun);
  if (start < 0 && (status !== 'failed' || assertionResults.length > 0)) return [];
  const said = message
    .slice(Math.max(start, 0))
    .replace(notRun, '')
    .replaceAll(/^ {4}/gm, '')
    .trim();
  // Of advice about syntax, the cause is the last part.
  const cause = said.startsWith('Jest encountered an unexpected token')
    ? (/^ *(\w*Error: [\s\S]*)$/m.exec(said)?.[1] ?? said)
    : said;
  return [{ file: name, names: [], state: 'failed', errors: [splitPrintedError(cause)] }];
}

/** Coverage is judged after the end of the run, and only standard error says so. */
function missedThresholds(stderr: string): readonly RawFinding[] {
  const said = stderr.matchAll(/^Jest: (.*\bthreshold\b.*)$/gm);
  return [...said].map(([, message = '']) => ({
    kind: 'coverage_threshold',
    severity: 'medium',
    rule: 'coverage-threshold',
    message,
    path: null,
    line: null,
    column: null,
  }));
}
