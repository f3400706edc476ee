import type { ShownOutput } from '#local/progress/lines.ts';
import type { ProgressInput } from './shown-progress.ts';
import type { Screen } from '../context.ts';

const EVERY_MS = 100;
/** The first event comes before the error is printed, so that the picture is gone by then. */
const ENDS = ['uncaughtExceptionMonitor', 'exit'];

export interface LiveScreen extends ShownOutput {
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

const HIDE_CURSOR = '\u001B[?25l';

const SHOW_CURSOR = '\u001B[?25h';

const CLEAR_BELOW = '\r\u001B[J';

const USUAL_COLUMNS = 80;

interface Picture {
  paint(lines: readonly string[]): void;
  /** Leaves the terminal as it was before the first picture. */
  erase(): void;
}

/** Lines at the end of a terminal that are painted over in place; nothing else may be written meanwhile. */
function createPicture(output: Screen): Picture {
  let rows = 0;
  const back = (): string => (rows === 0 ? '' : `\u001B[${rows}A${CLEAR_BELOW}`);
  return {
    paint: (lines) => {
      const width = paintableWidth(output);
      const text = lines.map((line) => `${cutToWidth(line, width)}\n`).join('');
      output.write(`${HIDE_CURSOR}${back()}${text}`);
      rows = lines.length;
    },
    erase: () => {
      if (rows > 0) output.write(`${back()}${SHOW_CURSOR}`);
      rows = 0;
    },
  };
}

/** A full last column would wrap on some terminals, and a wrapped line is two rows. */
function paintableWidth({ columns = 0 }: Screen): number {
  // A terminal that does not know its size says 0.
  return (columns > 0 ? columns : USUAL_COLUMNS) - 1;
}

function cutToWidth(line: string, width: number): string {
  return Array.from(line.replaceAll(/\p{Cc}/gu, ' '))
    .slice(0, width)
    .join('');
}
