import { describe, expect, it } from 'vitest';
import { readSarif } from '#check/rules/outcome/sarif.ts';
import { aReport, aRun, exited, judged, summary } from './samples.ts';

type Invocation = Readonly<Record<string, unknown>>;

function failureOf(invocation: Invocation, results: readonly object[] | null = []) {
  const run = { tool: { driver: {} }, invocations: [invocation], results };
  const reading = readSarif(JSON.stringify({ version: '2.1.0', runs: [run] }));
  if (reading.kind === 'broken') throw new Error(reading.state);
  return reading.failure;
}

const note = (level: string | undefined, text: string) => ({ level, message: { text } });

describe('a SARIF log of a run that failed', () => {
  it.each<[Invocation, string, string]>([
    [{ executionSuccessful: false }, 'CRASHED', 'it gives no reason'],
    [{ executionSuccessful: false, exitCodeDescription: 'no memory' }, 'CRASHED', 'no memory'],
    [
      {
        executionSuccessful: true,
        toolExecutionNotifications: [note('error', '\u{1B}[31mbroke\nat x'), note('error', 'y')],
      },
      'CRASHED',
      'broke (and 1 more)',
    ],
    [
      { executionSuccessful: false, toolConfigurationNotifications: [note('error', 'no rule x')] },
      'CONFIG_INVALID',
      'no rule x',
    ],
  ])('%j says so', (invocation, reason, message) => {
    expect(failureOf(invocation)).toEqual({ reason, message });
  });

  it('needs no results', () => {
    expect(failureOf({ executionSuccessful: false }, null)).toMatchObject({ reason: 'CRASHED' });
  });

  it('says it in one short line', () => {
    const { message = '' } =
      failureOf({
        executionSuccessful: false,
        exitCodeDescription: 'x'.repeat(9_000),
      }) ?? {};
    expect(message).toHaveLength(300);
  });

  it.each<[Invocation]>([
    [{ executionSuccessful: true }],
    [{}],
    [{ toolExecutionNotifications: [note('warning', 'slow'), note(undefined, 'slow')] }],
  ])('is not one with %j', (invocation) => {
    expect(failureOf(invocation)).toBeUndefined();
  });
});

describe('a report that says that the tool failed', () => {
  it.each([0, 1, 2])('makes no result to trust, with exit code %i', (code) => {
    const failure = { reason: 'CRASHED', message: 'no memory' } as const;
    const report = aReport({ findings: 1, failure });
    const judgement = judged(aRun({ ending: exited(code), report }), {
      exitCodes: { success: [0], diagnostic: [1] },
    });
    expect(summary(judgement)).toBe('tool_failure, none, CRASHED');
    expect(judgement.error?.message).toBe(
      'Its report says that it failed: no memory. Repair that first.',
    );
  });
});
