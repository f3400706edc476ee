import { expect, it } from 'vitest';
import { nodeTest } from '#engines/node-test/engine.ts';
import { judgedAs, outputOf, recorded } from '../recorded.ts';

const reports = ['v20-failures', 'v24-failures'].map((name) => recorded(`node-test/${name}.json`));

it.each(reports)('names each failing test by its file, its suites and itself', (report) => {
  const told = nodeTest
    .parse(outputOf({ report }))
    .findings.map(
      ({ severity, testId, line, rule, message }) =>
        `${severity} ${testId}:${line} [${rule}] ${message}`,
    );
  expect(told).toEqual([
    'high a.test.js > plain bad:3 [AssertionError] Expected values to be strictly equal:',
    'high a.test.js > suite > in bad:4 [TypeError] x',
    'high a.test.js > suite > deep > d bad:4 [AssertionError] msg',
    'high a.test.js > with sub > sub bad:5 [Error] sub',
    'high a.test.js > hooked:6 [Error] hook',
    "blocker b.test.js:1 [SyntaxError] Unexpected token ';'",
    "blocker c.test.js:1 [Error] Cannot find module './nope'",
    expect.stringMatching(/^blocker d\.test\.mjs:null \[\w+\] /),
    'blocker f.test.mjs:null [null] The file ended before its tests did.',
  ]);
});

it('knows which tests there are, and which were skipped or lost', () => {
  const { tests = [], facts } = nodeTest.parse(outputOf({ report: reports[1] ?? '' }));
  expect(tests.filter(({ skipped }) => skipped).map(({ id }) => id)).toEqual([
    'a.test.js > suite > sk',
    'a.test.js > suite > td',
  ]);
  expect(facts).toMatchObject({ analysed: 9, expected: 14 });
});

it.each([
  ['tests that failed', { exit: 1, report: reports[1] ?? '' }, 'diagnostic, partial, 9'],
  [
    'failures and an exit code of 0',
    { exit: 0, report: reports[1] ?? '' },
    'unknown, none, CONTRADICTION, 9',
  ],
  ['no report', { exit: 9 }, 'tool_failure, none, CONFIG_INVALID, 0'],
  [
    'a Node without reporters',
    { exit: 9, stderr: 'node: bad option: --test-reporter=./r.mjs\n' },
    'tool_failure, none, TOOL_NOT_FOUND, 0',
  ],
])('takes %s', (_, run, is) => {
  expect(judgedAs(nodeTest, run)).toBe(is);
});
