import { createPicture } from './picture.ts';
import type { ProgressInput, ShownProgress } from './shown-progress.ts';

const EVERY_MS = 100;
/** The first comes before anybody tells of the error, which would then stand below the picture. */
const ENDS = ['uncaughtExceptionMonitor', 'exit'];

export interface LiveScreen extends Pick<ShownProgress, 'output' | 'stop'> {
  /** From here on there is a picture. May be repeated. */
  start(): void;
  paint(): void;
}

/** Keeps a picture at the end of a terminal up to date until it is stopped, interrupted or the process ends. */
export function createLiveScreen(
  { output, signal, everyMs = EVERY_MS }: ProgressInput,
  linesNow: () => readonly string[],
): LiveScreen {
  const picture = createPicture(output);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const over = (): boolean => stopped || signal.aborted;
  const paint = (): void => {
    if (!over() && timer !== undefined) picture.paint(linesNow());
  };
  const stop = (): void => {
    stopped = true;
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
    for (const event of ENDS) process.off(event, stop);
    picture.erase();
  };
  return {
    output: {
      write: (text) => {
        picture.erase();
        output.write(text);
        paint();
      },
    },
    start: () => {
      if (over() || timer !== undefined) return;
      signal.addEventListener('abort', stop);
      for (const event of ENDS) process.on(event, stop);
      timer = setInterval(paint, everyMs).unref();
      paint();
    },
    paint,
    stop,
  };
}
