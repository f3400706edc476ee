import type { Environment } from '#config/env.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Progress } from '#check/needs/progress.ts';
import type { ShownOutput } from '#local/progress/lines.ts';
import type { Screen } from '../context.ts';

export type ShownProgress = Progress & ShownOutput;

export interface ProgressInput {
  readonly output: Screen;
  readonly clock: TimeSource;
  readonly env: Environment;
  /** Ends the display when it is aborted. */
  readonly signal: AbortSignal;
  /** Between two pictures. */
  readonly everyMs?: number;
}

/** Whether a terminal can show a picture that moves. */
export function canPaintOver({ output, env }: ProgressInput): boolean {
  return output.isTTY === true && env['TERM'] !== 'dumb';
}
