import { describe, expect, it } from 'vitest';
import { judgeTestStates } from '#repair/rules/verdict/judge-test-states.ts';
import type { TaskType } from '#model/task.ts';
import { aNewTask } from '../../../support/samples.ts';
import { told } from './diffs.ts';

const run = (id: string) => ({ id, skipped: false });
const skip = (id: string) => ({ id, skipped: true });

const [mine, other, third] = ['shop/test_a.py::test_1', 'shop/test_a.py::test_2', 'x.py::test_3'];

/** Its engine runs in the folder shop. */
function taskOf(taskType: TaskType) {
  const { targets, validation } = aNewTask();
  const [command] = validation.commands;
  if (command === undefined) throw new Error('The sample has no command');
  return {
    taskType,
    targets: { ...targets, testIds: ['test_a.py::test_1'] },
    validation: { ...validation, commands: [{ ...command, cwd: 'shop' }] },
  };
}

describe('a quarantine', () => {
  const before = [run(mine), run(other), skip(third)];

  it.each([
    ['marks its test and no other', [skip(mine), run(other), skip(third)], []],
    [
      'may see new tests',
      [skip(mine), run(other), skip(third), run('y.py::test_new'), skip('y.py::test_old')],
      [],
    ],
    ['that leaves its test running', before, ['TEST_STATE_CHANGED']],
    ['that deletes its test', [run(other), skip(third)], ['TEST_DELETED']],
    ['that marks another', [skip(mine), skip(other), skip(third)], ['TEST_STATE_CHANGED']],
    ['that loses another', [skip(mine), skip(third)], ['TEST_STATE_CHANGED']],
    ['that wakes another', [skip(mine), run(other), run(third)], ['TEST_STATE_CHANGED']],
  ])('%s', (_name, after, expected) => {
    expect(told(judgeTestStates(taskOf('quarantine'), { before, after }))).toEqual(expected);
  });

  it('is not shown where nobody listed the tests', () => {
    expect(told(judgeTestStates(taskOf('quarantine'), undefined))).toEqual(['NOT_MEASURED']);
  });
});

describe('a removed skip', () => {
  const before = [skip(mine), run(other)];

  it.each([
    ['lets its test run', [run(mine), run(other)], []],
    ['that is still there', before, ['TEST_STATE_CHANGED']],
    ['that took the test along', [run(other)], ['TEST_DELETED']],
    ['that skips another', [run(mine), skip(other)], ['TEST_STATE_CHANGED']],
  ])('%s', (_name, after, expected) => {
    expect(told(judgeTestStates(taskOf('remove_skip'), { before, after }))).toEqual(expected);
  });
});

it('other tasks are judged without the states of tests', () => {
  expect(judgeTestStates(taskOf('fix'), undefined)).toEqual([]);
});
