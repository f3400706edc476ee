import { firstLineOf } from '#base/lines.ts';
import type { JunitProblem } from '#check/rules/outcome/junit.ts';
import { type Frame, type RaisedFrame, readTraceback } from './traceback.ts';

export interface PytestFailure {
  /** One line. */
  readonly message: string;
  /** Name of the exception without its module; null: none was raised. */
  readonly exception: string | null;
  /** Places that the tracebacks go through, innermost last. */
  readonly frames: readonly Frame[];
}

/** Reads what pytest wrote of one failure, in any style of traceback that has places. */
export function readPytestFailure(problem: JunitProblem): PytestFailure {
  const { phase, said } = splitPhase(problem.message);
  const places = readTraceback(problem.text);
  const raised = lastRaised(places);
  const first = firstLineOf(said) || firstLineOf(problem.text) || problem.kind;
  return {
    message: phase === undefined ? first : `${phase}: ${first}`,
    exception: raised ?? exceptionName(said),
    frames: places,
  };
}

/** What ended the collection of a file, or pytest itself: the last line that is marked as an error, else the last. */
export function readBreakdown({ message, text }: JunitProblem): PytestFailure {
  const errors = text.split('\n').flatMap((line) => /^E {3}(\S.*)$/.exec(line)?.[1] ?? []);
  const said = errors.at(-1) ?? text.trim().split('\n').at(-1)?.trim() ?? '';
  return { message: said || message, exception: exceptionName(said), frames: readTraceback(text) };
}

// What was raised before in a chain is the cause, not the failure.
function lastRaised(places: readonly RaisedFrame[]): string | null {
  const last = places.filter(({ link }) => link === places.at(-1)?.link);
  return last.findLast(({ exception }) => exception !== null)?.exception ?? null;
}

function splitPhase(message: string): { phase: string | undefined; said: string } {
  const match = /^failed on (setup|teardown) with "([^]*)"$/.exec(message);
  return { phase: match?.[1], said: match?.[2] ?? message };
}

// An assertion that pytest explains is told without the name.
function exceptionName(said: string): string | null {
  const name = /^([A-Za-z_][\w.]*)(?::|$)/m.exec(firstLineOf(said))?.[1];
  if (name !== undefined) return name.slice(name.lastIndexOf('.') + 1);
  return /^assert\b/.test(said) ? 'AssertionError' : null;
}
