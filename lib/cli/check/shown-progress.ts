import type { Environment } from '#config/env.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { Progress } from '#check/needs/progress.ts';
import type { Screen } from '../context.ts';

export interface ShownProgress extends Progress {
  /** Whoever else writes to the same output meanwhile writes whole lines here. */
  readonly output: { write(text: string): void };
  /** Leaves nothing of what moves on the screen. May be repeated. */
  stop(): void;
}

export interface ProgressInput {
  readonly output: Screen;
  readonly clock: Pick<Clock, 'now'>;
  readonly env: Environment;
  /** Ends the display when it is aborted. */
  readonly signal: AbortSignal;
  /** Between two pictures. */
  readonly everyMs?: number;
}
