import { describe, expect, it } from 'vitest';
import { judgeValidation } from '#domain/enforce/judge-validation.ts';
import type { ValidationResults } from '#domain/enforce/judge-validation.ts';
import type { ValidationSpec } from '#domain/model/validation.ts';
import { told } from './diffs.ts';

type Criteria = ValidationSpec['successCriteria'];

const passed = { exitCode: 0, timedOut: false };
const good: ValidationResults = { commands: [passed], newFindings: 0, coverageDelta: 0 };

function judge(criteria: Partial<Criteria>, results: Partial<ValidationResults>) {
  const command = { runner: 'python' as const, args: ['pytest', '-q'], env: {}, cwd: '.' };
  const spec: ValidationSpec = {
    commands: [{ ...command, timeoutMs: 1000 }],
    successCriteria: { requireExitCode0: true, ...criteria },
  };
  return told(judgeValidation(spec, { ...good, ...results }));
}

describe('a validation', () => {
  it.each<[string, Partial<Criteria>, Partial<ValidationResults>, readonly string[]]>([
    ['that meets all', { maxNewFindings: 0, minCoverageDelta: 0 }, {}, []],
    ['with exit code 1', {}, { commands: [{ ...passed, exitCode: 1 }] }, ['COMMAND_FAILED']],
    ['with a signal', {}, { commands: [{ ...passed, exitCode: null }] }, ['COMMAND_FAILED']],
    ['out of time', {}, { commands: [{ exitCode: 0, timedOut: true }] }, ['COMMAND_FAILED']],
    [
      'with any exit code where 0 is not required',
      { requireExitCode0: false },
      { commands: [{ ...passed, exitCode: 1 }] },
      [],
    ],
    [
      'out of time where 0 is not required',
      { requireExitCode0: false },
      { commands: [{ exitCode: null, timedOut: true }] },
      ['COMMAND_FAILED'],
    ],
    ['with a command that was not run', {}, { commands: [] }, ['NOT_MEASURED']],
    ['at the most of new findings', { maxNewFindings: 2 }, { newFindings: 2 }, []],
    ['above it', { maxNewFindings: 2 }, { newFindings: 3 }, ['NEW_FINDINGS']],
    ['without a count', { maxNewFindings: 2 }, { newFindings: undefined }, ['NOT_MEASURED']],
    ['with no number', { maxNewFindings: 2 }, { newFindings: Number.NaN }, ['NOT_MEASURED']],
    ['at the least of coverage', { minCoverageDelta: 0.5 }, { coverageDelta: 0.5 }, []],
    ['below it', { minCoverageDelta: 0.5 }, { coverageDelta: 0.4 }, ['COVERAGE_TOO_LOW']],
    ['where coverage may fall', { minCoverageDelta: -1 }, { coverageDelta: -1 }, []],
    ['without coverage', { minCoverageDelta: 0 }, { coverageDelta: undefined }, ['NOT_MEASURED']],
    ['that is asked for nothing', {}, { newFindings: undefined, coverageDelta: undefined }, []],
    [
      'that misses all',
      { maxNewFindings: 0, minCoverageDelta: 1 },
      { commands: [{ ...passed, exitCode: 2 }], newFindings: 1 },
      ['COMMAND_FAILED', 'NEW_FINDINGS', 'COVERAGE_TOO_LOW'],
    ],
  ])('%s', (_name, criteria, results, expected) => {
    expect(judge(criteria, results)).toEqual(expected);
  });
});
