import { describe, expect, it } from 'vitest';
import { excerptFailure } from '#base/excerpt.ts';
import { parseCargoTestReport } from '#engines/cargo-test/report.ts';
import type { Engine, ToolOutput } from '#engines/contract.ts';
import { parseGoTestReport } from '#engines/go-test/report.ts';
import { jest } from '#engines/jest/engine.ts';
import { mocha } from '#engines/mocha/engine.ts';
import { nodeTest } from '#engines/node-test/engine.ts';
import { parsePytestReport } from '#engines/pytest/report.ts';
import { outputOf, recorded } from './recorded.ts';

type Parse = Engine['parse'];

const ends: Readonly<Record<string, readonly [Parse, Partial<ToolOutput>]>> = {
  jest: [jest.parse, outputOf({ report: recorded('jest/v30-failures.json') })],
  mocha: [mocha.parse, outputOf({ report: recorded('mocha/v11-failures.json') })],
  'node:test': [nodeTest.parse, outputOf({ report: recorded('node-test/v24-failures.json') })],
  'go test': [parseGoTestReport, outputOf({ stdout: recorded('go-test/tests.jsonl') })],
  'cargo test': [
    parseCargoTestReport,
    outputOf({
      stdout: recorded('cargo-test/tests.txt'),
      stderr: recorded('cargo-test/tests.err'),
    }),
  ],
};

describe('what a runner said of a failing test', () => {
  it.each(Object.entries(ends))('stands in its findings: %s', (_, [parse, output]) => {
    const { findings } = parse({ stdout: '', stderr: '', reports: new Map(), cwd: '/', ...output });
    const failures = findings.filter(({ kind }) => kind === 'test_failure');
    expect(failures.length).toBeGreaterThan(2);
    // More than the one line of its message.
    const longer = failures.filter(
      ({ excerpt = '', message }) => excerpt.length > message.length && excerpt.includes('\n'),
    );
    expect(longer.length).toBeGreaterThan(failures.length / 2);
  });

  it('goes with what the test printed', () => {
    const report = `<testsuites><testsuite><testcase classname="tests.test_a" name="test_a" file="tests/test_a.py" line="1"><failure message="assert 1 == 2">def test_a():
&gt;   assert 1 == 2
tests/test_a.py:2: AssertionError</failure><system-out>--- Captured Out ---
said by the test</system-out></testcase></testsuite></testsuites>`;
    const reports = new Map([['junit', report]]);
    const [finding] = parsePytestReport({ stdout: '', stderr: '', reports, cwd: '/' }).findings;
    expect(finding?.excerpt).toMatch(/said by the test\n\ndef test_a[\s\S]*AssertionError$/);
  });

  it('is not driven out by what the test printed', () => {
    const told = excerptFailure('it failed', 'noise\n'.repeat(10_000));
    expect(told).toMatch(/^noise\n/);
    expect(told).toMatch(/\n\nit failed$/);
    expect(told.length).toBeLessThan(2_000);
  });
});
