import type { ValidationSpec } from '../model/validation.ts';
import { shownText } from './rejection.ts';
import type { Rejection } from './rejection.ts';

/** What our own validation measured; undefined: it was not measured. */
export interface ValidationResults {
  /** One for each command of the spec, in its order. */
  readonly commands: readonly CommandResult[];
  readonly newFindings: number | undefined;
  /** In percent points. */
  readonly coverageDelta: number | undefined;
}

interface CommandResult {
  /** Null: it did not exit by itself. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
}

/** Everything in which the results miss the criteria of success; none: the validation passed. */
export function judgeValidation(
  { commands, successCriteria }: ValidationSpec,
  results: ValidationResults,
): readonly Rejection[] {
  const { requireExitCode0, maxNewFindings, minCoverageDelta } = successCriteria;
  return [
    ...commands.flatMap(({ args }, index) => {
      const name = shownText(args.join(' '));
      return judgeCommand(name, { result: results.commands[index], requireExitCode0 });
    }),
    ...(maxNewFindings === undefined ? [] : judgeFindings(maxNewFindings, results.newFindings)),
    ...(minCoverageDelta === undefined
      ? []
      : judgeCoverage(minCoverageDelta, results.coverageDelta)),
  ];
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
  const ending = endingOf(result);
  return [
    { code: 'COMMAND_FAILED', sentence: `The command "${name}" ${ending}; repair what it tells.` },
  ];
}

function endingOf({ exitCode, timedOut }: CommandResult): string {
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

function isNumber(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
}

function notMeasured(what: string): Rejection {
  return {
    code: 'NOT_MEASURED',
    sentence: `${what}, so success is not shown; run the validation to its end.`,
  };
}
