import { counted } from '#base/words.ts';
import type { Progress } from '#check/needs/progress.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { SessionProgress } from '#repair/needs/session-progress.ts';
import { describeAttempt, nameAttempt } from './attempt-words.ts';
import { describeEnd, nameRuns } from './engine-words.ts';

/** What is shown until it is stopped. */
export interface ShownOutput {
  /** Other writers to the same output write whole lines here meanwhile. */
  readonly output: { write(text: string): void };
  /** Leaves nothing of what moves on the screen. May be repeated. */
  readonly stop: () => void;
}

export interface LinesInput {
  readonly output: ShownOutput['output'];
  /** Ends the lines when it is aborted. */
  readonly signal: AbortSignal;
}

/** Shows how a check goes on: a line for each event. */
export function createCheckLines({ output, signal }: LinesInput): Progress & ShownOutput {
  let nameOf = nameRuns([]);
  let stopped = false;
  const say = (plan: EnginePlan, what: string): void => {
    if (!stopped && !signal.aborted) output.write(`${nameOf(plan)}: ${what}\n`);
  };
  return {
    output,
    planned: (plans) => {
      nameOf = nameRuns(plans);
    },
    started: (plan) => say(plan, 'started'),
    finished: (plan, outcome) => say(plan, describeEnd(outcome)),
    stop: () => {
      stopped = true;
    },
  };
}

/** Shows how a session goes on: a line for each event. */
export function createSessionLines(input: LinesInput): SessionProgress & ShownOutput {
  const { output, signal } = input;
  let stopped = false;
  let engines: ShownOutput | undefined;
  const say = (text: string): void => {
    if (!stopped && !signal.aborted) output.write(`${text}\n`);
  };
  return {
    output,
    collecting: (stage) => {
      say(`${stage}: running the engines`);
      const lines = createCheckLines(input);
      engines = lines;
      return lines;
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
