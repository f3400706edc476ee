import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseVitestReport } from '#engines/vitest/report.ts';
import { outputOf, recorded } from '../recorded.ts';
import { processorMs } from '../../support/processor-time.ts';

const parse = (report: string | undefined) =>
  parseVitestReport(outputOf(report === undefined ? {} : { report }));
const parseRecorded = (name: string) => parse(recorded(`vitest/${name}.json`));

const short = (name: string): readonly string[] =>
  parseRecorded(name).findings.map(
    ({ severity, kind, testId, path, line, rule, message }) =>
      `${severity} ${testId ?? kind} @ ${path}:${line} [${rule}] ${message}`,
  );

const failures = [
  'high test/before.test.ts > group @ test/before.test.ts:3 [Error] no database',
  'high test/fail.test.ts > sum > inner > is wrong @ test/fail.test.ts:6 [AssertionError] expected 3 to be 4 // Object.is equality',
  'high test/fail.test.ts > sum > throws @ test/fail.test.ts:10 [RangeError] unlucky',
  'high test/fail.test.ts > sum > soft @ test/fail.test.ts:16 [AssertionError] expected 1 to be 2 // Object.is equality',
  'high test/fail.test.ts > sum > soft @ test/fail.test.ts:16 [AssertionError] expected { a: 1 } to deeply equal { a: 2 }',
  'high test/fail.test.ts > sum > retried @ test/fail.test.ts:17 [AssertionError] expected 1 to be 2 // Object.is equality',
  'high test/fail.test.ts > sum > each 2 @ test/fail.test.ts:18 [AssertionError] expected 2 to be 1 // Object.is equality',
  "blocker test/import.test.ts @ test/import.test.ts:2 [Error] Cannot find module './missing.ts' imported from test/import.test.ts",
  'blocker test/none.test.ts @ test/none.test.ts:null [Error] No test suite found in file test/none.test.ts',
  'high test/only.test.ts > b @ test/only.test.ts:3 [Error] [Vitest] Unexpected .only modifier. Remove it or pass --allowOnly argument to bypass this error',
  'blocker test/syntax.test.ts @ test/syntax.test.ts:4 [Error] [PARSE_ERROR] Unexpected token',
  'high test/thrown.test.ts > after @ test/thrown.test.ts:7 [Error] not closed',
  'high test/thrown.test.ts > text @ test/thrown.test.ts:2 [null] only text',
  'high test/thrown.test.ts > nothing @ test/thrown.test.ts:3 [null] undefined',
  'high test/thrown.test.ts > cause @ test/thrown.test.ts:4 [Error] outer inner',
  'high test/thrown.test.ts > later @ test/thrown.test.ts:5 [AssertionError] expected { a: 1, b: [ 1 ] } to deeply equal { a: 1, b: [ 2 ] }',
  'high test/thrown.test.ts > slow @ test/thrown.test.ts:6 [Error] Test timed out in 20ms.',
  'high test/thrown.test.ts > each > ok @ test/thrown.test.ts:8 [Error] left over',
  'high test/thrown.test.ts > no snapshot @ test/thrown.test.ts:9 [Error] Snapshot `no snapshot 1` mismatched',
  'high test/thrown.test.ts > mock @ test/thrown.test.ts:10 [AssertionError] expected "vi.fn()" to be called with arguments: [ 1 ]',
  'blocker test/throws.test.ts @ test/throws.test.ts:2 [Error] at load',
  'blocker test/uses-broken.test.ts @ test/uses-broken.test.ts:null [Error] [PARSE_ERROR] Unexpected token (src/broken.ts:1)',
];

describe('a report of vitest', () => {
  it.each(['v4-failures', 'v5-failures'])('%s becomes findings named by their tests', (name) => {
    expect(short(name)).toEqual(failures);
  });

  it('tells how a test fails by the exception and the first frame of the project', () => {
    const identities = parseRecorded('v4-failures').findings.map(
      ({ testIdentity }) => testIdentity,
    );
    expect(identities).toContainEqual({
      exception: 'RangeError',
      frame: { path: 'src/sum.ts', symbol: 'sum' },
    });
    // Frames of the tool itself say nothing.
    expect(identities.filter((one) => one?.frame?.path.includes('node_modules'))).toEqual([]);
    expect(identities).toContainEqual({ exception: 'Error' });
    expect(identities).toContainEqual({});
  });

  it('has every test with whether it is skipped', () => {
    const tests = parseRecorded('v4-failures').tests ?? [];
    const skipped = tests.filter((test) => test.skipped).map(({ id }) => id);
    expect(tests).toHaveLength(23);
    expect(skipped).toEqual([
      'test/fail.test.ts > sum > skipped',
      'test/fail.test.ts > sum > later',
      'test/fail.test.ts > sum > known',
      'test/fail.test.ts > sum > dynamic',
      'test/only.test.ts > a',
    ]);
    // It would run if what goes before it did.
    expect(tests).toContainEqual({
      id: 'test/before.test.ts > group > never runs',
      file: 'test/before.test.ts',
      skipped: false,
    });
  });

  it.each([
    ['v4-unhandled', ['high unhandled_error @ test/unhandled.test.ts:8 [TypeError] lost 1']],
    ['v5-unhandled', ['high unhandled_error @ test/unhandled.test.ts:8 [TypeError] lost 1']],
    [
      'v4-killed',
      [
        'high unhandled_error @ null:null [Error] [vitest-pool]: Worker forks emitted error. Worker exited unexpectedly',
      ],
    ],
    [
      'v4-threshold',
      [
        'medium coverage_threshold @ src/sum.ts:null [coverage-threshold] Coverage for branches (50%) does not meet global threshold (100%) for src/sum.ts',
      ],
    ],
  ])('%s has what no test answers for', (name, is) => {
    expect(short(name)).toEqual(is);
  });

  it.each([
    ['v4-green', { findings: 0, analysed: 1, expected: 1, verdict: 'passed' }],
    ['v4-failures', { findings: 22, analysed: 18, expected: 24, verdict: 'failed' }],
    ['v4-killed', { findings: 1, analysed: 1, expected: 4, verdict: 'failed' }],
    ['v5-killed', { findings: 1, analysed: 1, expected: 4, verdict: 'failed' }],
    ['v4-bail', { findings: 1, analysed: 1, expected: 9, verdict: 'failed' }],
    ['v4-filtered', { findings: 0, analysed: 0, expected: 0, verdict: 'passed' }],
    ['v4-nothing', { findings: 0, analysed: 0, expected: 0, verdict: 'failed' }],
    ['v4-unrelated', { findings: 0, analysed: null, expected: null, verdict: 'passed' }],
  ])('%s counts the tests that ran', (name, facts) => {
    expect(parseRecorded(name).facts).toEqual({ state: 'valid', ...facts });
  });

  it('keeps apart what several projects have of one file', () => {
    const report = recorded('vitest/v4-green.json').replace('"project":""', '"project":"node"');
    expect(parse(report).tests).toEqual([
      { id: 'test/pass.test.ts > |node| > adds', file: 'test/pass.test.ts', skipped: false },
    ]);
  });
});

const whole = recorded('vitest/v5-failures.json');

describe('a report that cannot be read', () => {
  it.each([
    ['nothing', undefined, 'absent'],
    ['no text', '', 'empty'],
    ['a sentence', 'Error: no', 'unparseable'],
    ['a part', whole.slice(0, -1), 'truncated'],
    ['another version', whole.replace('"version":1', '"version":2'), 'invalid'],
    ['the report of vitest itself', '{"numTotalTests":1,"testResults":[]}', 'invalid'],
  ])('%s has a name', (_, text, state) => {
    expect(parse(text)).toMatchObject({ facts: { state, findings: 0 }, findings: [] });
  });

  it('is never a reason to throw when one value is of another type', () => {
    const values = [...whole.matchAll(/(?<=:)(?:"(?:[^"\\]|\\.)*"|\d+|true|false|null|\[\])/g)];
    fc.assert(
      fc.property(fc.constantFrom(...values), fc.jsonValue(), (at, other) => {
        const end = at.index + at[0].length;
        const text = whole.slice(0, at.index) + JSON.stringify(other) + whole.slice(end);
        const { facts, findings } = parse(text);
        expect(facts.findings).toBe(findings.length);
        expect(findings.every(({ message }) => message !== '')).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is read in time that grows with its length, whatever a test says', () => {
    const long = JSON.stringify('─[ '.repeat(200_000) + '/a:1:2 '.repeat(100_000));
    const said = recorded('vitest/v4-unhandled.json').replace('"lost 1"', long);
    const took = processorMs(() => expect(parse(said).facts.findings).toBe(1));
    expect(took).toBeLessThan(5_000);
  });
});
