import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJunit, type JunitCase } from '#check/rules/outcome/junit.ts';

function casesOf(text: string): readonly JunitCase[] {
  const reading = readJunit(text);
  return reading.kind === 'read' ? reading.report.cases : [];
}

const stateOf = (text: string | undefined): string => {
  const reading = readJunit(text);
  return reading.kind === 'read' ? 'read' : reading.state;
};

const whole = `<?xml version="1.0"?>
<testsuites name="all"><testsuite name="outer" file="a_test.ext">
  <properties><property name="k" value="v"/></properties>
  <testcase classname="a.B" name="one &lt;1&gt;" file="b.ext" line="7"><failure type="Wrong" message="1&#10;2">at <![CDATA[<b>]]> &amp; c</failure></testcase>
  <testsuite name="inner"><testcase name="two" line="x"><error/><failure message="m"></failure><system-out>said</system-out></testcase></testsuite>
  <testcase name="three"><skipped type="later" message="no"/></testcase>
  <testcase time="0"/>
</testsuite></testsuites>`;

const documentOf = (name: string) =>
  `<?xml version="1.0"?>\n<testsuite><testcase name="${name}"><system-out><![CDATA[<?xml ?>]]></system-out></testcase></testsuite>\n`;

describe('several reports one after the other', () => {
  it('are one', () => {
    const named = casesOf(documentOf('a') + documentOf('b')).map(({ name }) => name);
    expect(named).toEqual(['a', 'b']);
  });

  it('are as broken as one of them', () => {
    expect(stateOf(documentOf('a') + documentOf('b').slice(0, -5))).toBe('truncated');
  });
});

describe('a report', () => {
  it('gives every test with what went wrong in it', () => {
    const plain = {
      classname: '',
      file: 'a_test.ext',
      line: null,
      problems: [],
      skipped: null,
      output: '',
    };
    expect(casesOf(whole)).toEqual([
      {
        name: 'one <1>',
        classname: 'a.B',
        file: 'b.ext',
        line: 7,
        problems: [{ kind: 'failure', type: 'Wrong', message: '1\n2', text: 'at <b> & c' }],
        skipped: null,
        output: '',
      },
      {
        ...plain,
        name: 'two',
        output: 'said',
        problems: [
          { kind: 'error', type: null, message: '', text: '' },
          { kind: 'failure', type: null, message: 'm', text: '' },
        ],
      },
      { ...plain, name: 'three', skipped: { type: 'later' } },
      { ...plain, name: '' },
    ]);
  });

  it('may have one suite as its root, and no test', () => {
    expect(readJunit('<testsuite/>')).toEqual({ kind: 'read', report: { cases: [] } });
  });

  it('names the file of a suite for the tests of that suite alone', () => {
    const test = '<testcase name="t"/>';
    const text = `<testsuites><testsuite file="a"><testsuite file="b">${test}</testsuite>${test}</testsuite>${test}</testsuites>`;
    expect(casesOf(text).map(({ file }) => file)).toEqual(['b', 'a', null]);
  });

  it('takes for a problem only what stands in a test', () => {
    const text =
      '<testsuite><error/><testcase name="t"><properties><failure/></properties></testcase></testsuite>';
    expect(casesOf(text)).toMatchObject([{ name: 't', problems: [] }]);
  });

  it.each([
    [undefined, 'absent'],
    ['', 'empty'],
    [' \n', 'empty'],
    ['Traceback (most recent call last):', 'unparseable'],
    ['<!DOCTYPE testsuite><testsuite/>', 'unparseable'],
    ['<testsuite><testcase></testsuite>', 'unparseable'],
    ['<html></html>', 'invalid'],
    ['<testsuites>', 'truncated'],
    [whole.slice(0, -1), 'truncated'],
  ])('%j is %s', (text, state) => {
    expect(stateOf(text)).toBe(state);
  });

  it('of a hundred thousand tests is read whole', () => {
    const test = '<testcase name="t" classname="c"><failure message="m">text</failure></testcase>';
    expect(casesOf(`<testsuite>${test.repeat(100_000)}</testsuite>`)).toHaveLength(100_000);
  });

  it('is never a reason to throw, however damaged, and never whole when it was cut', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(whole.length), fc.string(), (a, b, junk) => {
        expect(stateOf(whole.slice(0, a))).not.toBe('read');
        stateOf(whole.slice(0, a) + junk + whole.slice(Math.max(a, b)));
      }),
      { numRuns: 1_000 },
    );
  });
});
