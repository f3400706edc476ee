import { stripVTControlCharacters } from 'node:util';

/** What happens, line by line, each with the seconds since the demo began. */
export interface Timeline {
  /** Who says it, in a word, and what. */
  say(who: string, what: string): void;
  /** A headline above what follows. */
  title(text: string): void;
  /** Lines as they are, a little to the right. */
  show(text: string): void;
}

/** Writes to a terminal or wherever output goes. */
export function createTimeline(write: (text: string) => void, now: () => number): Timeline {
  const begun = now();
  return {
    say: (who, what) => {
      const seconds = ((now() - begun) / 1000).toFixed(1).padStart(6);
      write(`${seconds}s  ${who.padEnd(9)} ${clean(what)}\n`);
    },
    title: (text) => write(`\n${text}\n`),
    show: (text) => {
      for (const line of clean(text).split('\n')) write(`  ${line}\n`);
    },
  };
}

/** Tools and comments may hold what steers a terminal. */
function clean(text: string): string {
  return stripVTControlCharacters(text).trimEnd();
}
