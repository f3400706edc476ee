import { describe, expect, it } from 'vitest';
import {
  contradictsSuccess,
  judgeValidation,
  provesSuccess,
} from '#repair/rules/verdict/judge-validation.ts';
import type { JudgedTask, ValidationResults } from '#repair/rules/verdict/judge-validation.ts';
import type { ValidationSpec } from '#model/validation.ts';
import { aNewTask } from '../../../support/samples.ts';
import { told } from './diffs.ts';

type Criteria = ValidationSpec['successCriteria'];

const passed = { exitCode: 0, timedOut: false };
const good: ValidationResults = {
  commands: [passed],
  newFindings: 0,
  coverageDelta: 0,
  ownFindingsLeft: 0,
  complete: true,
};
const fix = { taskType: 'fix' } as const;
const addTest: Partial<JudgedTask> = { taskType: 'add_test' };
const conflict: Partial<JudgedTask> = { taskType: 'resolve_conflict', findingIds: [] };

function judge(
  criteria: Partial<Criteria>,
  results: Partial<ValidationResults>,
  more: Partial<JudgedTask> = {},
) {
  const { validation, ...task } = aNewTask(fix);
  const successCriteria = { requireExitCode0: true, ...criteria };
  const judged = { ...task, validation: { ...validation, successCriteria }, ...more };
  return judgeValidation(judged, { ...good, ...results });
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
    ['with a finding of its own left', {}, { ownFindingsLeft: 1 }, ['FINDINGS_LEFT']],
    ['of a part of the scope', {}, { complete: false }, ['NOT_COMPLETE']],
    ['that did not look', {}, { ownFindingsLeft: undefined }, ['NOT_MEASURED']],
    [
      'that misses all',
      { maxNewFindings: 0, minCoverageDelta: 1 },
      {
        commands: [{ ...passed, exitCode: 2 }],
        newFindings: 1,
        ownFindingsLeft: 2,
        complete: false,
      },
      ['COMMAND_FAILED', 'NEW_FINDINGS', 'COVERAGE_TOO_LOW', 'NOT_COMPLETE', 'FINDINGS_LEFT'],
    ],
  ])('%s', (_name, criteria, results, expected) => {
    expect(told(judge(criteria, results))).toEqual(expected);
  });

  it.each([
    ['more tests, which may leave lines unreached', addTest],
    ['what had no finding', conflict],
  ])('does not look for the findings of %s', (_name, task) => {
    expect(judge({}, { ownFindingsLeft: undefined, complete: false }, task)).toEqual([]);
    expect(judge({}, { ownFindingsLeft: 3 }, task)).toEqual([]);
  });

  it('says how many are left, and why a part is not enough', () => {
    const sentences = judge({}, { ownFindingsLeft: 2, complete: false });
    expect(sentences.map(({ sentence }) => sentence)).toEqual([
      'The engine judged only a part of its files, so findings that it does not report may still be there; see why it ended early.',
      'Of the findings of the task 2 are left; repair their causes, too.',
    ]);
  });
});

describe('a claim of success', () => {
  const task = aNewTask(fix);
  const failing = { commands: [{ exitCode: 1, timedOut: false }] };

  it.each<[string, Partial<ValidationResults>, boolean]>([
    ['nothing that failed', {}, false],
    ['findings that are left', { ownFindingsLeft: 1 }, true],
    ['a command that failed', failing, true],
    ['what is left in a run that its change cut', { ownFindingsLeft: 1, complete: false }, true],
    ['a command that failed where its change cut the run', { ...failing, complete: false }, true],
    ['a run that was cut', { complete: false }, false],
    [
      'what is left where nothing was judged whole before',
      { ...failing, ownFindingsLeft: 1, complete: false, wasComplete: false },
      false,
    ],
    ['a failure beside what was not measured', { ...failing, ownFindingsLeft: undefined }, false],
    ['a command out of time', { commands: [{ exitCode: null, timedOut: true }] }, false],
    ['a command that was killed', { commands: [{ exitCode: null, timedOut: false }] }, false],
    ['a command that was not run', { commands: [] }, false],
  ])('is contradicted, or not, by %s', (_name, results, expected) => {
    expect(contradictsSuccess(task, { ...good, ...results })).toBe(expected);
  });

  it('is proved by what is measured, and by nothing else', () => {
    const successCriteria = { requireExitCode0: true, maxNewFindings: 0 };
    const review: JudgedTask = {
      ...task,
      taskType: 'address_review',
      findingIds: [],
      validation: { commands: [], successCriteria },
    };
    expect(provesSuccess(review)).toBe(false);
    expect(provesSuccess({ ...review, taskType: 'resolve_conflict' })).toBe(true);
    expect(provesSuccess({ ...review, findingIds: task.findingIds })).toBe(
      task.findingIds.length > 0,
    );
    expect(provesSuccess({ ...review, validation: task.validation })).toBe(true);
    const criteria = { requireExitCode0: false, minCoverageDelta: 1 };
    const covered = { commands: [], successCriteria: criteria };
    expect(provesSuccess({ ...review, validation: covered })).toBe(true);
  });
});
