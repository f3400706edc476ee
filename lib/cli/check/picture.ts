import type { Screen } from '../context.ts';

const HIDE_CURSOR = '\u001B[?25l';
const SHOW_CURSOR = '\u001B[?25h';
const CLEAR_BELOW = '\r\u001B[J';
const USUAL_COLUMNS = 80;

export interface Picture {
  paint(lines: readonly string[]): void;
  /** Leaves the terminal as it was before the first picture. */
  erase(): void;
}

/** Lines at the end of a terminal that are painted over in place; nothing else may be written meanwhile. */
export function createPicture(output: Screen): Picture {
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
  // A terminal that was never told its size says 0.
  return (columns > 0 ? columns : USUAL_COLUMNS) - 1;
}

function cutToWidth(line: string, width: number): string {
  return Array.from(line.replaceAll(/\p{Cc}/gu, ' '))
    .slice(0, width)
    .join('');
}
