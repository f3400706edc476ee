import { expect, it } from 'vitest';
import { mocha } from '#engines/mocha/engine.ts';
import { judgedAs, outputOf, recorded } from '../recorded.ts';

const failures = recorded('mocha/v11-failures.json');
const toldOf = (output: Parameters<typeof outputOf>[0]) =>
  mocha
    .parse(outputOf(output))
    .findings.map(
      ({ severity, testId, line, rule, message }) =>
        `${severity} ${testId}:${line} [${rule}] ${message}`,
    );

it('names each failing test and hook by its file and its full title', () => {
  expect(toldOf({ report: failures })).toEqual([
    'high test/a.js > late:7 [Error] late',
    expect.stringContaining('high test/a.js > slow:null [Error] Timeout of 20ms exceeded.'),
    'high test/a.js > s t deep bad:3 [AssertionError] Expected values to be strictly equal:',
    'high test/a.js > s t thrown:3 [TypeError] a',
    expect.stringContaining('high test/a.js > s t odd:null [Error] Runnable failed with falsy'),
    'high test/a.js > hooked "before all" hook: db for "x":4 [Error] no database',
    'high test/a.js > each "before each" hook for "x":5 [Error] each',
  ]);
});

it('knows which tests there are, and which were skipped', () => {
  const { tests = [] } = mocha.parse(outputOf({ report: failures }));
  expect(tests.filter(({ skipped }) => skipped).map(({ id }) => id)).toEqual([
    'test/a.js > sk',
    'test/a.js > pend',
  ]);
  expect(tests).toContainEqual({ id: 'test/a.js > ok', file: 'test/a.js', skipped: false });
});

it('reads a report that an older one prints', () => {
  expect(toldOf({ stdout: `said by a test\n${failures}` })).toHaveLength(7);
});

it.each([
  ['a syntax error', 'v11-syntax', "blocker test/b.js:1 [SyntaxError] Unexpected token '='"],
  [
    'a module that is missing',
    'v11-missing',
    "blocker test/b.js:1 [Error] Cannot find module '../nope'",
  ],
  ['an error of the file', 'v11-throws-at-load', 'blocker test/b.mjs:1 [Error] at load'],
])('finds %s that keeps a file from loading', (_, name, told) => {
  expect(toldOf({ stderr: recorded(`mocha/${name}.err`) })).toEqual([told]);
});

it.each([
  ['tests that failed', { exit: 7, report: failures }, 'diagnostic, partial, 7'],
  [
    'a file that does not load',
    { exit: 1, stderr: recorded('mocha/v11-syntax.err') },
    'diagnostic, partial, 1',
  ],
  [
    'no test file',
    { exit: 1, stderr: recorded('mocha/v11-nothing.err') },
    'unknown, none, EMPTY_SCOPE, 0',
  ],
  [
    'failures and an exit code of 0',
    { exit: 0, report: failures },
    'unknown, none, CONTRADICTION, 7',
  ],
  ['no report', { exit: 1 }, 'tool_failure, none, CONFIG_INVALID, 0'],
])('takes %s', (_, run, is) => {
  expect(judgedAs(mocha, run)).toBe(is);
});
