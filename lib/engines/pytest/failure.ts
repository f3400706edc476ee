import type { JunitProblem } from '#domain/outcome/junit.ts';

export interface Failure {
  /** One line. */
  readonly message: string;
  /** Name of the exception without its module; null: none was raised. */
  readonly exception: string | null;
  /** Places that the traceback goes through, innermost last. */
  readonly frames: readonly Frame[];
}

export interface Frame {
  readonly path: string;
  readonly line: number;
}

/** Reads what pytest wrote of one failure, in any style of traceback that has places. */
export function readFailure(problem: JunitProblem): Failure {
  const { phase, said } = readMessage(problem.message);
  const lines = problem.text.split('\n');
  const places = lines.flatMap((line) => placeOf(line));
  const raised = places.findLast(({ exception }) => exception !== null)?.exception;
  const first = firstLine(said) || firstLine(problem.text) || problem.kind;
  return {
    message: phase === undefined ? first : `${phase}: ${first}`,
    exception: raised ?? namedIn(said),
    frames: places.map(({ path, line }) => ({ path, line })),
  };
}

/** What ended the collection of a file, or pytest itself: the last line that is marked as an error, else the last. */
export function readBreakdown({ message, text }: JunitProblem): Failure {
  const errors = text.split('\n').flatMap((line) => /^E {3}(\S.*)$/.exec(line)?.[1] ?? []);
  const said = errors.at(-1) ?? text.trim().split('\n').at(-1)?.trim() ?? '';
  const frames = text.split('\n').flatMap((line) => [...placeOf(line), ...syntaxPlaceOf(line)]);
  return { message: said || message, exception: namedIn(said), frames };
}

function readMessage(message: string): { phase: string | undefined; said: string } {
  const match = /^failed on (setup|teardown) with "([^]*)"$/.exec(message);
  return { phase: match?.[1], said: match?.[2] ?? message };
}

interface Place extends Frame {
  readonly exception: string | null;
}

// `tests/test_a.py:7: AssertionError`, `tests/test_a.py:27: ` and, in short style, `tests/test_a.py:7: in test_a`.
function placeOf(line: string): readonly Place[] {
  const match = /^(\S[^:]*):(\d{1,9}): ?(?:in .*|([A-Za-z_]\w*))?$/.exec(line);
  const [, path, number, exception = null] = match ?? [];
  return path === undefined || Number(number) < 1
    ? []
    : [{ path, line: Number(number), exception }];
}

function syntaxPlaceOf(line: string): readonly Frame[] {
  const match = /^E +File "(.+)", line (\d{1,9})$/.exec(line);
  const [, path, number] = match ?? [];
  return path === undefined || Number(number) < 1 ? [] : [{ path, line: Number(number) }];
}

// An assertion that pytest explains is told without the name.
function namedIn(said: string): string | null {
  const name = /^([A-Za-z_][\w.]*)(?::|$)/m.exec(firstLine(said))?.[1];
  if (name !== undefined) return name.slice(name.lastIndexOf('.') + 1);
  return /^assert\b/.test(said) ? 'AssertionError' : null;
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0]?.trimEnd() ?? '';
}
