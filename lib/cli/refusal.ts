import type { Outcome } from '#base/outcome.ts';
import type { CliContext } from './context.ts';
import { EXIT, type ExitCode } from '#local/exit-codes.ts';

/** Says on standard error why the command did not do what was asked, and sets the exit code. */
export function refuseCommand(
  { stderr, exitWith }: CliContext,
  sentence: string,
  code: ExitCode = EXIT.usage,
): void {
  stderr.write(`${sentence}\n`);
  exitWith(code);
}

/** The value of an outcome; undefined: it was refused, and the person has been told why. */
export function valueOrRefusal<Value>(
  context: CliContext,
  outcome: Outcome<Value>,
): Value | undefined {
  if (outcome.kind === 'ok') return outcome.value;
  const { sentence, next } = outcome;
  refuseCommand(context, next === undefined ? sentence : `${sentence} ${next}`);
  return undefined;
}
