import type { NewTask } from '#model/task.ts';
import { judgeTestStates, type TestStates } from './judge-test-states.ts';
import { notMeasured, shownText } from './rejection.ts';
import type { Rejection } from './rejection.ts';

/** What our own validation measured; undefined: it was not measured. */
export interface ValidationResults {
  /** One for each command of the spec, in its order. */
  readonly commands: readonly CommandResult[];
  readonly newFindings: number | undefined;
  /** In percent points. */
  readonly coverageDelta: number | undefined;
  /** How many findings of the task itself its engine still has. */
  readonly ownFindingsLeft: number | undefined;
  /** Whether that engine judged all that it had judged before. */
  readonly complete: boolean;
  /** Whether it had judged all of it before the attempt; absent: it had. */
  readonly wasComplete?: boolean;
  /** The tests of that engine; only a task about their state needs them. */
  readonly tests?: TestStates | undefined;
}

interface CommandResult {
  /** Null: it did not exit by itself. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
}

export type JudgedTask = Pick<NewTask, 'taskType' | 'findingIds' | 'targets' | 'validation'>;

/** Everything in which the results miss what the task asks for; none: the validation passed. */
export function judgeValidation(
  task: JudgedTask,
  results: ValidationResults,
): readonly Rejection[] {
  const { commands, successCriteria } = task.validation;
  const { requireExitCode0, maxNewFindings, minCoverageDelta } = successCriteria;
  return [
    ...commands.flatMap(({ args }, index) => {
      const name = shownText([...(args[0] === '-m' ? ['python'] : []), ...args].join(' '));
      return judgeCommand(name, { result: results.commands[index], requireExitCode0 });
    }),
    ...(maxNewFindings === undefined ? [] : judgeFindings(maxNewFindings, results.newFindings)),
    ...(minCoverageDelta === undefined
      ? []
      : judgeCoverage(minCoverageDelta, results.coverageDelta)),
    ...(mustBeGone(task) ? judgeOwnFindings(results) : []),
    ...judgeTestStates(task, results.tests),
  ];
}

/** Whether a validation that passes shows the task to be done, and not only that nothing got worse. */
export function provesSuccess(task: JudgedTask): boolean {
  const { commands, successCriteria } = task.validation;
  return (
    mustBeGone(task) ||
    (commands.length > 0 && successCriteria.requireExitCode0) ||
    successCriteria.minCoverageDelta !== undefined ||
    byItsOwnRules.has(task.taskType)
  );
}

const byItsOwnRules: ReadonlySet<NewTask['taskType']> = new Set([
  'quarantine',
  'remove_skip',
  'resolve_conflict',
]);

/** Whether the results show that the task is not done. What could not be judged before either shows nothing. */
export function contradictsSuccess(task: JudgedTask, results: ValidationResults): boolean {
  const codes = judgeValidation(task, results).map(({ code }) => code);
  if (codes.includes('NOT_MEASURED') || results.wasComplete === false) return false;
  if (codes.some((code) => code !== 'NOT_COMPLETE' && code !== 'COMMAND_FAILED')) return true;
  return (
    codes.includes('COMMAND_FAILED') &&
    results.commands.some(
      ({ exitCode, timedOut }) => !timedOut && exitCode !== null && exitCode !== 0,
    )
  );
}

/** More tests may well leave some of the code that they are for unreached. */
function mustBeGone({ taskType, findingIds }: JudgedTask): boolean {
  return taskType !== 'add_test' && findingIds.length > 0;
}

function judgeCommand(
  name: string,
  {
    result,
    requireExitCode0,
  }: { readonly result: CommandResult | undefined; readonly requireExitCode0: boolean },
): readonly Rejection[] {
  if (result === undefined) return [notMeasured(`The command "${name}" was not run`)];
  const { exitCode, timedOut } = result;
  if (!timedOut && exitCode !== null && (exitCode === 0 || !requireExitCode0)) return [];
  const ending = describeExit(result);
  return [
    { code: 'COMMAND_FAILED', sentence: `The command "${name}" ${ending}; repair what it tells.` },
  ];
}

function describeExit({ exitCode, timedOut }: CommandResult): string {
  if (timedOut) return 'ran out of time';
  return exitCode === null
    ? 'was ended by a signal'
    : `ended with exit code ${exitCode} instead of 0`;
}

function judgeFindings(most: number, found: number | undefined): readonly Rejection[] {
  if (!isNumber(found)) return [notMeasured('New findings were not counted')];
  if (found <= most) return [];
  const sentence = `The change brings ${found} new findings and may bring ${most}; repair them.`;
  return [{ code: 'NEW_FINDINGS', sentence }];
}

function judgeCoverage(least: number, delta: number | undefined): readonly Rejection[] {
  if (!isNumber(delta)) return [notMeasured('Coverage was not measured')];
  if (delta >= least) return [];
  const sentence = `Coverage changed by ${delta} percent points and must by ${least} at least; test more.`;
  return [{ code: 'COVERAGE_TOO_LOW', sentence }];
}

function judgeOwnFindings({ ownFindingsLeft: left, complete }: ValidationResults) {
  const found: Rejection[] = [];
  // What was not judged is not gone.
  if (!complete) {
    const sentence =
      'The engine judged only a part of its files, so findings that it does not report may still be there; see why it ended early.';
    found.push({ code: 'NOT_COMPLETE', sentence });
  }
  if (!isNumber(left)) found.push(notMeasured('The findings of the task were not counted'));
  else if (left > 0) {
    const sentence = `Of the findings of the task ${left} are left; repair their causes, too.`;
    found.push({ code: 'FINDINGS_LEFT', sentence });
  }
  return found;
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
}
