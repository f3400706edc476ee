import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { CheckReport } from '#model/check-report.ts';
import { renderSarif } from '#report/sarif/sarif.ts';
import { aChecked, aFullReport, anOutcome, aReport, aReported } from '../check-reports.ts';
import { sarifProblems } from '../validators.ts';

const message = z.object({ text: z.string() });
const log = z.object({
  runs: z.array(
    z.object({
      tool: z.object({
        driver: z.object({
          name: z.string(),
          version: z.string().optional(),
          rules: z.array(z.object({ id: z.string() })),
        }),
      }),
      invocations: z.array(
        z.object({
          executionSuccessful: z.boolean(),
          exitCode: z.int().optional(),
          toolExecutionNotifications: z.array(z.object({ level: z.string(), message })),
        }),
      ),
      results: z.array(
        z.object({
          ruleId: z.string(),
          ruleIndex: z.int(),
          level: z.string(),
          message,
          baselineState: z.string(),
          partialFingerprints: z.record(z.string(), z.string()),
          properties: z.object({ rawRef: z.string() }).optional(),
          suppressions: z.undefined().optional(),
          locations: z.tuple([
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({ uri: z.string(), uriBaseId: z.string() }),
                region: z.record(z.string(), z.number()),
              }),
            }),
          ]),
        }),
      ),
    }),
  ),
});

const runsOf = (report: CheckReport) => log.parse(JSON.parse(renderSarif(report))).runs;

function resultOf(different: Parameters<typeof aReported>[0]) {
  const [run] = runsOf(aReport({ engines: [aChecked([aReported(different)])] }));
  return run?.results[0];
}

describe('SARIF', () => {
  it('is valid by the schema of OASIS, whatever happened', async () => {
    expect(await sarifProblems(renderSarif(aFullReport()))).toEqual([]);
    expect(await sarifProblems(renderSarif(aReport()))).toEqual([]);
    const killed = aChecked([], { outcome: anOutcome({ rawExit: null, signal: 'SIGKILL' }) });
    const text = renderSarif(aReport({ engines: [killed] }));
    expect(text).toContain('"exitSignalName": "SIGKILL"');
    expect(await sarifProblems(text)).toEqual([]);
  });

  it('is judged by a schema that can refuse', async () => {
    expect(await sarifProblems('{"version": "2.1.0", "runs": [{}]}')).not.toEqual([]);
    const spoiled = renderSarif(aFullReport()).replaceAll('shop/total.py', 'a path of words');
    expect(await sarifProblems(spoiled)).not.toEqual([]);
  });

  it('has one run for each engine and each finding once, however many modes found it', () => {
    const runs = runsOf(aFullReport());
    expect(runs.map(({ tool }) => tool.driver.name)).toEqual(['ruff', 'pytest', 'tsc', 'mypy']);
    expect(runs[0]?.invocations).toHaveLength(2);
    expect(runs[0]?.results.map(({ ruleId }) => ruleId)).toEqual(['F821', 'E501', 'RUF100']);
  });

  it('lists every rule once, and results point to it', () => {
    const findings = ['B', 'A', 'B'].map((symbol, at) => aReported({ symbol, line: at + 1 }));
    const [run] = runsOf(aReport({ engines: [aChecked(findings)] }));
    expect(run?.tool.driver.rules).toEqual([{ id: 'B' }, { id: 'A' }]);
    expect(run?.results.map(({ ruleIndex }) => ruleIndex)).toEqual([0, 1, 0]);
  });

  it.each([
    ['blocker', 'error'],
    ['high', 'error'],
    ['medium', 'warning'],
    ['low', 'note'],
  ] as const)('tells %s as %s', (severity, level) => {
    expect(resultOf({ severity })?.level).toBe(level);
  });

  it('marks what is tolerated as unchanged and suppresses nothing', () => {
    expect(resultOf({ status: 'new' })?.baselineState).toBe('new');
    expect(resultOf({ rawRef: 'engines/ruff/log.txt' })?.properties?.rawRef).toMatch(/log\.txt$/);
    const tolerated = resultOf({ status: 'tolerated' });
    expect(tolerated?.baselineState).toBe('unchanged');
    expect(tolerated).not.toHaveProperty('suppressions');
  });

  it('carries our fingerprint under our own name only', () => {
    expect(resultOf({ fingerprint: 'rtchr1:abc:1' })?.partialFingerprints).toEqual({
      'ratchetr/v1': 'rtchr1:abc:1',
    });
  });

  it('writes paths as relative addresses', () => {
    const place = resultOf({ filePath: 'a b/ü#1%.py', line: 7, column: 2 })?.locations[0];
    expect(place?.physicalLocation).toEqual({
      artifactLocation: { uri: 'a%20b/%C3%BC%231%25.py', uriBaseId: '%SRCROOT%' },
      region: { startLine: 7, startColumn: 2 },
    });
  });

  it('gives a place to what has none, since one result without it spoils an upload', () => {
    const nowhere = resultOf({ filePath: undefined, line: undefined, column: undefined });
    expect(nowhere?.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'ratchetr.yaml', uriBaseId: '%SRCROOT%' },
      region: { startLine: 1 },
    });
  });

  it('tells an engine that failed as an invocation that did not succeed, and says why', () => {
    const failed = runsOf(aFullReport()).at(-1);
    expect(failed?.results).toEqual([]);
    expect(failed?.invocations).toEqual([
      {
        executionSuccessful: false,
        exitCode: 2,
        toolExecutionNotifications: [
          { level: 'error', message: { text: 'mypy crashed; see the end of its output.' } },
        ],
      },
    ]);
  });

  it('names no folder of the machine', () => {
    expect(renderSarif(aFullReport())).not.toMatch(/\/opt\/tools|\/srv\/checkout/);
  });

  it('lets no message become a link', () => {
    expect(resultOf({ message: 'see [this](https://x.example)' })?.message.text).toBe(
      'see [this] (https://x.example)',
    );
  });
});
