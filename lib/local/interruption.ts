/** A key press reaches this process twice: from the terminal and from the launcher. */
const ONE_KEYPRESS_MS = 500;

export interface Interruption {
  readonly signal: AbortSignal;
  readonly interrupt: () => void;
}

/** Asks the running command to stop at the first interruption and ends the process at the next. */
export function createInterruption(deps: {
  readonly now: () => number;
  readonly say: (text: string) => void;
  readonly end: () => void;
}): Interruption {
  const controller = new AbortController();
  let ignoreUntil: number | undefined;
  return {
    signal: controller.signal,
    interrupt: () => {
      if (ignoreUntil === undefined) {
        ignoreUntil = deps.now() + ONE_KEYPRESS_MS;
        // First, so that what moves on the terminal is gone before there is something to read.
        controller.abort();
        deps.say('Stopping. Interrupt again to stop at once.\n');
      } else if (deps.now() > ignoreUntil) deps.end();
    },
  };
}
