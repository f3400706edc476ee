import { createCheckLines } from '#local/progress/lines.ts';
import { createLiveProgress } from './live-progress.ts';
import { canPaintOver, type ProgressInput, type ShownProgress } from './shown-progress.ts';

/** Shows how a check goes on: a picture that moves on a terminal, else a line for each event. */
export function createCheckProgress(input: ProgressInput): ShownProgress {
  return canPaintOver(input) ? createLiveProgress(input) : createCheckLines(input);
}
