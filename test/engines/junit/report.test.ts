import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readJunitReport } from '#engines/junit/report.ts';

const recorded = (name: string): string =>
  readFileSync(new URL(`../../fixtures/reports/junit/${name}.xml`, import.meta.url), 'utf8');

const test = (attributes: string, inner: string): string =>
  `<testsuite><testcase ${attributes}>${inner}</testcase></testsuite>`;

describe('a JUnit report', () => {
  it('of vitest 5 has paths for class names', () => {
    expect(readJunitReport(recorded('vitest'))).toEqual({
      facts: { state: 'valid', findings: 1, analysed: 2, expected: null, verdict: null },
      findings: [
        {
          kind: 'test_failure',
          severity: 'high',
          rule: 'AssertionError',
          message: 'expected 2 to be 3 // Object.is equality',
          path: 'src/a.test.ts',
          line: null,
          column: null,
          testId: 'src/a.test.ts::a <stack> > adds',
          excerpt: expect.stringMatching(/- Expected\n\+ Received\n\n- 3\n\+ 2\n/),
        },
      ],
      tests: [
        { id: 'src/a.test.ts::a <stack> > adds', skipped: false },
        { id: 'src/a.test.ts::a <stack> > works', skipped: false },
        { id: 'src/a.test.ts::a <stack> > later', skipped: true },
      ],
    });
  });

  it('names the tests that it collected', () => {
    const report = `<testsuite>
      <testcase classname="a" name="x"/><testcase classname="a" name="y"><skipped/></testcase>
      <testcase name="z"><skipped/></testcase><testcase name="z"/><testcase/></testsuite>`;
    expect(readJunitReport(report).tests).toEqual([
      { id: 'a::x', skipped: false },
      { id: 'a::y', skipped: true },
      { id: 'z', skipped: false },
    ]);
  });

  it('of Node 24 names the file of each test', () => {
    expect(readJunitReport(recorded('node'))).toMatchObject({
      facts: { findings: 1, analysed: 2 },
      findings: [{ path: '/repo/n/b.test.mjs', message: '1 == 2', testId: 'outer::inner' }],
    });
  });

  it.each([
    ['name="t" classname="com.acme.Shop"', { path: null, testId: 'com.acme.Shop::t' }],
    ['name="t" file="a.rb" line="3"', { path: 'a.rb', line: 3, testId: 't' }],
    ['name="t" file="" line="0"', { path: null, line: null, testId: 't' }],
  ])('that has %s', (attributes, finding) => {
    expect(readJunitReport(test(attributes, '<error/>')).findings).toMatchObject([finding]);
  });

  it.each([
    ['<failure message="one&#10;two">text</failure>', 'one', null],
    ['<failure type="T">\n  first \nsecond</failure>', 'first', 'T'],
    ['<error type=""/>', 'error', null],
  ])('%s is told in one line', (inner, message, rule) => {
    expect(readJunitReport(test('name="t"', inner)).findings).toMatchObject([{ message, rule }]);
  });

  it('whose tests have no names has findings of no test', () => {
    expect(readJunitReport(test('', '<error/>')).findings[0]).not.toHaveProperty('testId');
  });

  it.each([
    [undefined, 'absent'],
    ['', 'empty'],
    ['no tests', 'unparseable'],
    ['<coverage/>', 'invalid'],
    ['<testsuite>', 'truncated'],
  ])('%j is %s', (text, state) => {
    expect(readJunitReport(text)).toMatchObject({ facts: { state, findings: 0 }, findings: [] });
  });
});
