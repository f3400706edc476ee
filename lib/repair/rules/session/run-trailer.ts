import { type RunId, runId } from '#model/ids.ts';

const trailer = /^Ratchetr-Run:[ \t]*(\S*)/im;

/** The message of a published commit: it names the run, so that a doubled publish recognises it. */
export function withRunTrailer(message: string, run: RunId): string {
  return `${message.trimEnd()}\n\nRatchetr-Run: ${run}\n`;
}

/** The run whose commit has this message; undefined: no run's. */
export function runOfMessage(message: string): RunId | undefined {
  return runId.safeParse(trailer.exec(message)?.[1]).data;
}
