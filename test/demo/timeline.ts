import { stripVTControlCharacters } from 'node:util';
import { painter, type Style } from '#report/human/look.ts';

/** What happens, line by line, each with the seconds since the demo began. */
export interface Timeline {
  /** Who says it, in a word, and what. */
  say(who: Speaker, what: string): void;
  /** A headline above what follows. */
  title(text: string): void;
  /** Lines as they are, a little to the right. */
  show(text: string): void;
}

/** Those whose words are shown; a line without one goes on with the one before. */
type Speaker = 'demo' | 'GitHub' | 'CI' | 'ratchetr' | '';

export interface Screen {
  readonly write: (text: string) => unknown;
  /** Whether it can show colours. */
  readonly color: boolean;
}

/** Writes to a terminal or wherever output goes. */
export function createTimeline({ write, color }: Screen, now: () => number): Timeline {
  const begun = now();
  const paint = painter({ color });
  return {
    say: (who, what) => {
      const seconds = ((now() - begun) / 1000).toFixed(1).padStart(6);
      const style = speakers[who];
      const name = style === undefined ? who.padEnd(9) : paint(style, who.padEnd(9));
      write(`${paint('dim', `${seconds}s`)}  ${name} ${marked(clean(what))}\n`);
    },
    title: (text) => write(`\n${paint('bold', text)}\n`),
    show: (text) => {
      for (const line of clean(text).split('\n')) write(`  ${marked(line)}\n`);
    },
  };

  /** A line with colour on the word that tells how it stands. */
  function marked(line: string): string {
    const found = marks.find(([pattern]) => pattern.test(line));
    return found === undefined ? line : line.replace(found[0], (word) => paint(found[1], word));
  }
}

const speakers: Readonly<Record<Speaker, Style | undefined>> = {
  demo: 'dim',
  GitHub: undefined,
  CI: undefined,
  ratchetr: 'bold',
  '': undefined,
};

const marks: readonly (readonly [RegExp, Style])[] = [
  [/(?<=^(?: *\d+ {2})?)DONE(?= )/, 'green'],
  [/(?<=^(?: *\d+ {2})?)FIX_\w+/, 'yellow'],
  [/^✓|^SUCCESS|all \d+ jobs passed/, 'green'],
  [/^✗|^FAILURE|\d+ of \d+ jobs failed/, 'red'],
];

/** Tools and comments may hold what steers a terminal. */
function clean(text: string): string {
  return stripVTControlCharacters(text).trimEnd();
}
