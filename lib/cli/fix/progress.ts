import { counted } from '#base/words.ts';
import { createProgress } from '../check/progress.ts';
import type { ProgressInput, ShownProgress } from '../check/shown-progress.ts';
import { describeAttempt, nameAttempt } from './attempt-words.ts';
import { createLiveSession } from './live-session.ts';

/** Whoever starts a session shows it by this, and stops it before anything else is written. */
export type ShownSession = ReturnType<typeof createLiveSession>;

/** Shows how a session goes on: a picture that moves on a terminal, else a line for each event. */
export function createSessionProgress(input: ProgressInput): ShownSession {
  const moving = input.output.isTTY === true && input.env['TERM'] !== 'dumb';
  return moving ? createLiveSession(input) : createLineSession(input);
}

function createLineSession(input: ProgressInput): ShownSession {
  const { output, signal } = input;
  let stopped = false;
  let engines: ShownProgress | undefined;
  const say = (text: string): void => {
    if (!stopped && !signal.aborted) output.write(`${text}\n`);
  };
  return {
    output,
    collecting: (stage) => {
      say(`${stage}: running the engines`);
      engines = createProgress(input);
      return engines;
    },
    collected: (stage, { findings, toRepair }) => {
      engines?.stop();
      say(`${stage}: ${counted(findings, 'finding')}, ${toRepair} to repair`);
    },
    planned: (tasks) => say(`${counted(tasks.length, 'task')} planned`),
    attempt: (at, stage) => say(`${nameAttempt(at)}: ${stage}`),
    ended: (at, result) => say(`${nameAttempt(at)}: ${describeAttempt(result)}`),
    stop: () => {
      stopped = true;
      engines?.stop();
    },
  };
}
