import type { NewTask } from '#model/task.ts';
import { namedTests } from '../tasks/named-tests.ts';
import { notMeasured, shownText } from './rejection.ts';
import type { Rejection } from './rejection.ts';

interface TestState {
  /** With the folder that its engine ran in. */
  readonly id: string;
  readonly skipped: boolean;
}

/** Every test that an engine collected, before the change and after it. */
export interface TestStates {
  readonly before: readonly TestState[];
  readonly after: readonly TestState[];
}

type StateTask = Pick<NewTask, 'taskType' | 'targets' | 'validation'>;

/** Where a task is about the state of tests: those that it names have the state it asks for, and no other changed its own. */
export function judgeTestStates(
  task: StateTask,
  states: TestStates | undefined,
): readonly Rejection[] {
  const { taskType } = task;
  if (taskType !== 'quarantine' && taskType !== 'remove_skip') return [];
  if (states === undefined) return [notMeasured('The tests were not listed')];
  const wanted = new Set(namedTests(task));
  const skipped = taskType === 'quarantine';
  const after = new Map(states.after.map((test) => [test.id, test.skipped]));
  const wrong = [...wanted].filter((id) => after.get(id) !== skipped);
  const moved = states.before.filter(
    (test) => !wanted.has(test.id) && after.get(test.id) !== test.skipped,
  );
  return [
    ...wrong.map((id) => targetRejection(id, { isThere: after.has(id), skipped })),
    ...moved.slice(0, mostTold).map(({ id }) => otherRejection(id)),
  ];
}

const mostTold = 20;

function targetRejection(
  id: string,
  { isThere, skipped }: { readonly isThere: boolean; readonly skipped: boolean },
): Rejection {
  const name = shownText(id);
  if (!isThere) {
    return { code: 'TEST_DELETED', sentence: `The test ${name} is gone; keep it.` };
  }
  const sentence = skipped
    ? `The test ${name} still runs; mark it as skipped, with the reason.`
    : `The test ${name} is still skipped, or expected to fail; let it run and pass.`;
  return { code: 'TEST_STATE_CHANGED', sentence };
}

function otherRejection(id: string): Rejection {
  const sentence = `The test ${shownText(id)} does not belong to this task, and is skipped, gone or run otherwise than before; leave it as it was.`;
  return { code: 'TEST_STATE_CHANGED', sentence };
}
