import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createPowertoolsLog } from '#aws/powertools-log.ts';
import { type LogEntry, logContract, type LogLevel } from '../contracts/log.ts';
import { captureOutput } from '../support/captured-output.ts';

const line = z.looseObject({ level: z.string(), message: z.string() });

function makeHarness(level: LogLevel) {
  const output = captureOutput();
  const log = createPowertoolsLog({ service: 'decide', level });
  return { log, lines: output.lines, entries: () => output.lines().map(readLine) };
}

function readLine(text: string): LogEntry {
  const { level, message, ...rest } = line.parse(JSON.parse(text));
  const { timestamp: _time, service: _service, sampling_rate: _rate, ...fields } = rest;
  return { level: level.toLowerCase(), message, fields };
}

logContract('Powertools', makeHarness);

afterEach(() => vi.unstubAllEnvs());

describe('a function that Lambda set a level for', () => {
  it.each([
    ['INFO', 'error', ['error']],
    ['INFO', 'warn', ['warn', 'error']],
    ['DEBUG', 'debug', ['debug', 'info', 'warn', 'error']],
  ] as const)('of %s logs from %s on, as it was told', (ofLambda, level, expected) => {
    vi.stubEnv('AWS_LAMBDA_LOG_LEVEL', ofLambda);
    const { log, entries } = makeHarness(level);
    for (const one of ['debug', 'info', 'warn', 'error'] as const) log[one]('told');
    expect(entries().map((entry) => entry.level)).toEqual(expected);
  });
});

describe('a line for CloudWatch', () => {
  it('is JSON with the time, the service and the fields', () => {
    const { log, lines } = makeHarness('info');
    log.info('run started', { runId: 'run-1', count: 3 });
    expect(lines()).toHaveLength(1);
    expect(JSON.parse(lines()[0] ?? '')).toEqual({
      level: 'INFO',
      message: 'run started',
      timestamp: expect.stringMatching(/^20\d\d-.*Z$/),
      service: 'decide',
      sampling_rate: 0,
      runId: 'run-1',
      count: 3,
    });
  });

  it('says nothing of its own about fields with its names', () => {
    const { log, lines } = makeHarness('info');
    log.info('told', { message: 'm', service: 's' });
    expect(lines()).toHaveLength(1);
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
      message: 'told',
      service: 'decide',
      field_message: 'm',
      field_service: 's',
    });
  });
});
