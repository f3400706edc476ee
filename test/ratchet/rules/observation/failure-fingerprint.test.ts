import { describe, expect, it } from 'vitest';
import {
  type FailureEvidence,
  failureFingerprint,
} from '#ratchet/rules/observation/failure-fingerprint.ts';
import { hash } from './facts.ts';

const failure = (
  log: string | undefined,
  more: Partial<FailureEvidence['check']> = {},
): FailureEvidence => ({
  check: { app: 'github-actions', workflow: 'ci', name: 'test', runId: '100', ...more },
  ...(log !== undefined && { log }),
});

const of = (...failed: readonly FailureEvidence[]) => failureFingerprint(hash, failed);
const ofLog = (log: string) => of(failure(log));

const registryDown = 'npm error network request to https://registry.example/left-pad failed';

describe('two failures are the same', () => {
  it.each([
    ['runs and pages', failure(registryDown, { runId: '7', url: 'https://x.y/7', jobId: '8' })],
    ['what went well before', failure(`Installing 12 packages\n${registryDown}`)],
    ['how often it is said', failure(`${registryDown}\n${registryDown}`)],
    ['colours', failure(`\u001B[31m${registryDown}\u001B[0m`)],
    [
      'marks and moments of the forge',
      failure(`##[error]2026-11-18T19:46:03.123Z ${registryDown}`),
    ],
    [
      'endings that all failures share',
      failure(`${registryDown}\nProcess completed with exit code 1.`),
    ],
    ['what the check says of itself', failure(registryDown, { summary: 'Look at the log.' })],
  ])('where all that differs is: %s', (_, other) => {
    expect(of(other)).toBe(ofLog(registryDown));
  });

  it.each([
    ['numbers', 'error: lost 12 of 300 packets', 'error: lost 7 of 9 packets'],
    ['moments', 'error at 12:31:05: disk full', 'error at 9:02:59: disk full'],
    ['durations', 'error: gave up on db after 1m 30s', 'error: gave up on db after 45.2 seconds'],
    ['addresses', 'fatal: crash at 0x7f3a in libfoo', 'fatal: crash at 0xBEEF01 in libfoo'],
    ['commits', 'error: cannot apply 3f2a9c1d here', 'error: cannot apply 98ab01ff here'],
    [
      'ids',
      'error: no session 0b1c2d3e-0000-4000-8000-aabbccddeeff',
      'error: no session 11111111-2222-4333-8444-555555555555',
    ],
    [
      'temporary paths',
      'error: cannot open /tmp/a1/x.db',
      'error: cannot open /var/folders/9z/q.db',
    ],
    [
      'temporary paths of Windows',
      String.raw`error: cannot open C:\Users\ann\AppData\Local\Temp\a1\x.db`,
      String.raw`error: cannot open D:\Temp\q.db`,
    ],
    ['spaces', 'error:   disk\tfull', 'error: disk full'],
  ])('where only %s differ', (_, some, other) => {
    expect(ofLog(some)).toBe(ofLog(other));
  });

  it('in whatever order checks and lines come', () => {
    const [one, other] = [
      failure('error: disk full\nerror: db gone'),
      failure('error: a', { name: 'lint' }),
    ];
    const turned = failure('error: db gone\nerror: disk full');
    expect(of(one, other)).toBe(of(other, turned));
  });
});

describe('two failures differ', () => {
  it.each([
    ['errors', failure('error: disk full'), failure('error: db gone')],
    ['one more error', failure('error: disk full'), failure('error: disk full\nerror: db gone')],
    ['files', failure('a.py:1: error: bad type'), failure('b.py:1: error: bad type')],
    ['tests', failure('FAILED tests/test_a.py::test_x'), failure('FAILED tests/test_a.py::test_y')],
    ['checks', failure('error: disk full'), failure('error: disk full', { name: 'lint' })],
  ])('by their %s', (_, some, other) => {
    expect(of(some)).not.toBe(of(other));
  });
});

describe('a failure without errors in its log', () => {
  it.each([
    undefined,
    '',
    'Installing 12 packages',
    '##[error]Process completed with exit code 1.',
  ])('is known by what the check says of itself: %j', (log) => {
    const known = of(failure(log, { summary: 'Coverage of shop fell to 81%' }));
    expect(known).toBe(of(failure(undefined, { summary: 'Coverage of shop fell to 79%' })));
    expect(known).not.toBe(of(failure(undefined, { summary: 'Coverage of cart fell to 81%' })));
  });

  it.each([
    [undefined, undefined],
    ['', '   '],
    ['##[error]Process completed with exit code 1.', '1 failed, 20 passed in 3.2s'],
    ['make: *** [Makefile:12: test] Error 1', 'The job failed.'],
    ['npm ERR! Test failed.  See above for more details.', 'Found 3 errors and 1 warning.'],
    ['error Command failed with exit code 2.', 'Tests: 2 failed, 7 total'],
  ])('cannot be shared where that is nothing of its own: %j and %j', (log, summary) => {
    expect(of(failure(log, summary === undefined ? {} : { summary }))).toBeUndefined();
  });

  it('is part of one that has them', () => {
    const silent = failure(undefined, { name: 'lint' });
    expect(of(failure(registryDown), silent)).toBeDefined();
    expect(of(failure(registryDown), silent)).not.toBe(ofLog(registryDown));
  });

  it('is nothing at all where no check failed', () => {
    expect(of()).toBeUndefined();
  });
});

it('takes hostile logs of any length in its stride', () => {
  const lines = ['error ', '1', 'a1', '/tmp/', '1:', '# ', 'C:\\Temp\\'].map((part) =>
    part.repeat(50_000),
  );
  expect(ofLog(lines.join('\n'))).toBeDefined();
});

it('is one failure where a check fails alike for two events', () => {
  const [push, pull] = [failure(registryDown, { event: 'push' }), failure(registryDown)];
  expect(of(push, pull)).toBe(of(pull));
});
