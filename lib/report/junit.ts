import type { CheckedEngine, CheckReport, ReportedFinding } from '#model/check-report.ts';
import { ruleName } from '#check/rules/findings/rule-name.ts';
import { element, xmlText } from '#base/xml-text.ts';
import { nothingJudged } from './conclusion.ts';
import { describeJudgingChange, judgingTitle } from './judging.ts';
import { summarizeCheck, type EngineSection } from './summary.ts';
import { placeWords } from './words.ts';

/**
 * JUnit XML: a suite for each engine. New findings fail, tolerated ones are skipped and thereby seen
 * without failing anything. An engine that failed is an error, and skipped where it fails at the merge base too.
 */
export function renderJunit(report: CheckReport): string {
  const suites = [
    ...summarizeCheck(report).engines.map(suiteOf),
    ...report.problems.map(({ engine, code, message, sameAtBase }) => {
      const told = { type: code, message, text: message };
      const end = sameAtBase === true ? { skipped: told } : { error: told };
      return suite(engine, 0, [{ ...leftOutCase(engine), ...end }]);
    }),
    ...unreadableSuite(report),
    ...judgingSuite(report),
    ...(report.nothing_judged ? [nothingJudgedSuite(report)] : []),
  ];
  const totals = totalsOf(suites.flatMap(({ cases }) => cases));
  const root = element(
    'testsuites',
    { name: 'ratchetr', tests: totals.tests, failures: totals.failures, errors: totals.errors },
    ['\n', ...suites.flatMap(({ xml }) => [xml, '\n'])],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

interface Told {
  readonly type: string;
  readonly message: string;
  readonly text: string;
}

interface Case {
  readonly name: string;
  readonly classname: string;
  readonly time?: string;
  readonly failure?: Told;
  readonly skipped?: Told;
  readonly error?: Told;
}

function suiteOf({ engine, checks, findings }: EngineSection) {
  const executed = checks.filter(({ outcome }) => outcome.origin !== 'derived');
  const ms = executed.reduce((sum, { outcome }) => sum + outcome.durationMs, 0);
  const failed = checks.flatMap((one) => errorCase(engine, one));
  const cases = [...failed, ...findings.map(findingCase)];
  const clean = { name: 'no findings', classname: engine, time: secondsOf(ms) };
  return suite(engine, ms, cases.length === 0 ? [clean] : cases);
}

function errorCase(engine: string, { outcome, sameAtBase }: CheckedEngine): readonly Case[] {
  const { error, plan, origin } = outcome;
  // What is derived has failed where it comes from, and is told there.
  if (error === null || (origin === 'derived' && error.mode !== plan.mode)) return [];
  const { reason, message, stderrExcerpt } = error;
  const name = `${plan.mode} of ${plan.root}`;
  const told = { type: reason, message: sameAtBase ?? message, text: stderrExcerpt };
  return [{ name, classname: engine, ...(sameAtBase ? { skipped: told } : { error: told }) }];
}

function findingCase(finding: ReportedFinding): Case {
  const { tool, message, severity, status, testId, filePath = '' } = finding;
  const text = `${placeWords(finding)}: ${message}`;
  const told = { type: severity, message, text };
  const name = testId ?? `${ruleName(finding)} at ${placeWords(finding)}`;
  const classname = filePath === '' ? tool : `${tool}.${filePath}`;
  return { name, classname, ...(status === 'new' ? { failure: told } : { skipped: told }) };
}

/** Without a case of its own it would look like a run of no tests, which many take for well. */
function nothingJudgedSuite({ absent, engines }: CheckReport) {
  const message = `${nothingJudged(engines)}.`;
  const text = absent.map(({ engine, because }) => `${engine}: ${because}`).join('\n');
  const error = { type: 'NOTHING_JUDGED', message, text };
  return suite('ratchetr', 0, [{ name: 'nothing judged', classname: 'ratchetr', error }]);
}

function unreadableSuite({ unreadable }: CheckReport) {
  if (unreadable.length === 0) return [];
  const cases = unreadable.map((message) => ({
    name: message,
    classname: 'ratchetr',
    error: { type: 'UNREADABLE', message, text: message },
  }));
  return [suite('unreadable', 0, cases)];
}

/** A file of each kind is a case, which fails where the policy does not only have it told. */
function judgingSuite({ judging: { changes } }: CheckReport) {
  if (changes.length === 0) return [];
  const cases = changes.map((change) => {
    const message = describeJudgingChange(change);
    const told = { type: change.class, message, text: message };
    const name = `${change.path} (${change.class})`;
    return {
      name,
      classname: 'ratchetr.judging',
      ...(change.policy !== 'say' && { failure: told }),
    };
  });
  return [suite(judgingTitle, 0, cases)];
}

function leftOutCase(engine: string): Case {
  return { name: 'left out', classname: engine };
}

function suite(name: string, ms: number, cases: readonly Case[]) {
  const attributes = { name, ...totalsOf(cases), time: secondsOf(ms) };
  const lines = cases.flatMap((one) => [`  ${caseXml(one)}`, '\n']);
  return { cases, xml: element('testsuite', attributes, ['\n', ...lines]) };
}

function totalsOf(cases: readonly Case[]) {
  return {
    tests: cases.length,
    failures: cases.filter(({ failure }) => failure !== undefined).length,
    errors: cases.filter(({ error }) => error !== undefined).length,
    skipped: cases.filter(({ skipped }) => skipped !== undefined).length,
  };
}

function caseXml({ name, classname, time, failure, skipped, error }: Case): string {
  const kinds = Object.entries({ failure, skipped, error });
  const content = kinds.flatMap(([kind, told]) =>
    told === undefined
      ? []
      : [element(kind, { type: told.type, message: told.message }, [xmlText(told.text)])],
  );
  return element('testcase', { name, classname, ...(time !== undefined && { time }) }, content);
}

function secondsOf(ms: number): string {
  return (ms / 1000).toFixed(3);
}
