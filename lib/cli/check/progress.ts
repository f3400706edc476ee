import { createCheckLines } from '#local/progress/lines.ts';
import { createLiveProgress } from './live-progress.ts';
import { moves, type ProgressInput, type ShownProgress } from './shown-progress.ts';

/** Shows how a check goes on: a picture that moves on a terminal, else a line for each event. */
export function createProgress(input: ProgressInput): ShownProgress {
  return moves(input) ? createLiveProgress(input) : createCheckLines(input);
}
