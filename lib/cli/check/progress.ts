import type { EnginePlan } from '#model/engine-plan.ts';
import { createLiveProgress } from './live-progress.ts';
import { describeEnd, nameRuns } from './progress-words.ts';
import type { ProgressInput, ShownProgress } from './shown-progress.ts';

/** Shows how a check goes on: a picture that moves on a terminal, else a line for each event. */
export function createProgress(input: ProgressInput): ShownProgress {
  const moving = input.output.isTTY === true && input.env['TERM'] !== 'dumb';
  return moving ? createLiveProgress(input) : createLineProgress(input);
}

function createLineProgress({ output, signal }: ProgressInput): ShownProgress {
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
