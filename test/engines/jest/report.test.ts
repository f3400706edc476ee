import { expect, it } from 'vitest';
import { jest } from '#engines/jest/engine.ts';
import { judgedAs, outputOf, recorded } from '../recorded.ts';

const read = (report: string, stderr = '') => jest.parse(outputOf({ report, stderr }));
const failures = recorded('jest/v30-failures.json');

it('names each failing test by its file, its suites and itself', () => {
  const told = read(failures).findings.map(
    ({ severity, testId, line, rule, message }) =>
      `${severity} ${testId}:${line} [${rule}] ${message}`,
  );
  expect(told.toSorted()).toEqual([
    'blocker b.test.js:1 [SyntaxError] b.test.js: Unexpected token (1:6)',
    "blocker c.test.js:1 [null] Cannot find module './nope' from 'c.test.js'",
    'blocker e.test.js:null [null] Your test suite must contain at least one test.',
    'blocker f.test.js:1 [null] at load (thrower.js:1)',
    'high a.test.js > bad:3 [Error] expect(received).toBe(expected) // Object.is equality Expected: 4 Received: 3',
    'high a.test.js > s > t > deep:5 [Error] thrown: Object {',
    'high a.test.js > snap:8 [Error] expect(received).toMatchSnapshot()',
    'high a.test.js > thrown:4 [RangeError] unlucky',
    'high d.test.js > db > x:1 [Error] no database',
    'high d.test.js > db > y:1 [Error] no database',
  ]);
});

it('knows which tests there are, and which were skipped', () => {
  const { tests = [], facts } = read(failures);
  expect(tests.filter(({ skipped }) => skipped).map(({ id }) => id)).toEqual([
    'a.test.js > sk',
    'a.test.js > td',
  ]);
  // Four files did not load, and hold at least one test each.
  expect(facts).toMatchObject({ analysed: 8, expected: 12, verdict: 'failed' });
});

it('says how a test fails, without its line', () => {
  const thrown = read(failures).findings.find(({ rule }) => rule === 'RangeError');
  expect(thrown?.testIdentity).toEqual({
    exception: 'RangeError',
    frame: { path: 'sum.js', symbol: 'module.exports' },
  });
});

it.each([
  ['tests that failed', { exit: 1, report: failures }, 'diagnostic, partial, 10'],
  [
    'coverage below a threshold',
    {
      exit: 1,
      report: recorded('jest/v30-threshold.json'),
      stderr: recorded('jest/v30-threshold.err'),
    },
    'diagnostic, 1',
  ],
  [
    'no test that matches',
    { exit: 1, report: recorded('jest/v30-nothing.json') },
    'unknown, none, EMPTY_SCOPE, 0',
  ],
  ['no report', { exit: 1 }, 'tool_failure, none, CONFIG_INVALID, 0'],
  [
    'failures and an exit code of 0',
    { exit: 0, report: failures },
    'unknown, none, CONTRADICTION, 10',
  ],
  [
    'a report that is cut off',
    { exit: 1, report: failures.slice(0, 900) },
    'tool_failure, none, REPORT_INVALID, 0',
  ],
  ['a report of another shape', { exit: 0, report: '{}' }, 'tool_failure, none, REPORT_INVALID, 0'],
])('takes %s', (_, run, is) => {
  expect(judgedAs(jest, run)).toBe(is);
});
