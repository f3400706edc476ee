import { describe, expect, it } from 'vitest';
import { type XmlEvent, readXml } from '#check/rules/outcome/xml.ts';
import { renderJunit } from '#report/junit.ts';
import { aChecked, aFailed, aFullReport, aReport, aReported } from './check-reports.ts';
import { junitProblems } from './validators.ts';

function elements(xml: string): readonly (readonly [string, Record<string, string>])[] {
  const events: XmlEvent[] = [];
  expect(readXml(xml, (event) => events.push(event))).toBe('complete');
  return events.flatMap((event) =>
    event.kind === 'open' ? [[event.name, Object.fromEntries(event.attributes)] as const] : [],
  );
}

const suites = (xml: string) =>
  elements(xml).flatMap(([name, { time: _time, ...rest }]) => (name === 'testsuite' ? [rest] : []));

describe('JUnit XML', () => {
  it('is valid by the schema of Jenkins, whatever happened', async () => {
    expect(await junitProblems(renderJunit(aFullReport()))).toEqual([]);
    expect(await junitProblems(renderJunit(aReport()))).toEqual([]);
  });

  it('is judged by a schema that can refuse', async () => {
    expect(await junitProblems('<testsuites><testcase/></testsuites>')).not.toEqual([]);
    expect(await junitProblems(`${renderJunit(aFullReport())}<`)).not.toEqual([]);
  });

  it('fails new findings, skips tolerated ones, and tells failures and left out ones as errors', () => {
    expect(suites(renderJunit(aFullReport()))).toEqual([
      { name: 'ruff', tests: '3', failures: '2', errors: '0', skipped: '1' },
      { name: 'pytest', tests: '1', failures: '1', errors: '0', skipped: '0' },
      { name: 'tsc', tests: '1', failures: '0', errors: '0', skipped: '0' },
      { name: 'mypy', tests: '1', failures: '0', errors: '1', skipped: '0' },
      { name: 'eslint', tests: '1', failures: '0', errors: '1', skipped: '0' },
    ]);
    expect(elements(renderJunit(aFullReport()))[0]).toEqual([
      'testsuites',
      { name: 'ratchetr', tests: '7', failures: '3', errors: '2' },
    ]);
  });

  it('has one passing test for a clean engine', () => {
    const cases = elements(renderJunit(aReport({ engines: [aChecked([])] })));
    expect(cases.map(([name]) => name)).toEqual(['testsuites', 'testsuite', 'testcase']);
  });

  it('tells a failure with its reason and the end of its output', () => {
    const xml = renderJunit(aReport({ engines: [aFailed('mypy')] }));
    expect(elements(xml).at(-1)).toEqual([
      'error',
      { type: 'CRASHED', message: 'mypy crashed; see the end of its output.' },
    ]);
    expect(xml).toContain('INTERNAL ERROR');
  });

  it('keeps line breaks of messages, in attributes too', () => {
    const finding = aReported({ message: 'one\ntwo\t"three" <&>]]>' });
    const xml = renderJunit(aReport({ engines: [aChecked([finding])] }));
    const failure = elements(xml).at(-1);
    expect(failure?.[1]['message']).toBe('one\ntwo\t"three" <&>]]>');
    // Readers may turn a bare break inside an attribute into a space.
    expect(xml).toContain('message="one&#10;two&#9;&quot;three');
  });
});
