import { setTimeout as delay } from 'node:timers/promises';

const patienceMs = 120_000;

/** The error stream of this process, and whether it was painted with these words as often as that. */
export function watchedScreen(words: string) {
  let painted = 0;
  const { stderr } = process;
  return {
    output: {
      isTTY: stderr.isTTY,
      columns: stderr.columns,
      write: (text: string) => {
        if (text.includes(words)) painted += 1;
        stderr.write(text);
      },
    },
    /** A busy machine paints late; one that never does is found out by the test that reads the screen. */
    async painted(times: number): Promise<void> {
      const last = performance.now() + patienceMs;
      const isOver = (): boolean => painted >= times || performance.now() > last;
      while (!isOver()) await delay(5);
    },
  };
}
