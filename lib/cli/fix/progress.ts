import { createSessionLines } from '#local/progress/lines.ts';
import { canPaintOver, type ProgressInput } from '../check/shown-progress.ts';
import { createLiveSession } from './live-session.ts';

/** Whoever starts a session shows it by this, and stops it before anything else is written. */
export type ShownSession = ReturnType<typeof createLiveSession>;

/** Shows how a session goes on: a picture that moves on a terminal, else a line for each event. */
export function createSessionProgress(input: ProgressInput): ShownSession {
  return canPaintOver(input) ? createLiveSession(input) : createSessionLines(input);
}
