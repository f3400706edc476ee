import type { Outcome } from '#base/outcome.ts';
import type { CliContext } from './context.ts';
import { EXIT, type ExitCode } from '#local/exit-codes.ts';

/** What an outcome has; a refusal is told on standard error, and the exit code says so. */
export function valueOf<Value>(
  { stderr, exitWith }: Pick<CliContext, 'exitWith' | 'stderr'>,
  outcome: Outcome<Value>,
  code: ExitCode = EXIT.usage,
): Value | undefined {
  if (outcome.kind === 'ok') return outcome.value;
  const { sentence, next } = outcome;
  stderr.write(`${next === undefined ? sentence : `${sentence} ${next}`}\n`);
  exitWith(code);
  return undefined;
}
