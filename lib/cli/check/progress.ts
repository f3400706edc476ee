import { createCheckLines } from '#local/progress/lines.ts';
import { canPaintOver, type ProgressInput, type ShownProgress } from './shown-progress.ts';
import { createEngineBoard } from './engine-board.ts';
import { createLiveScreen } from './live-screen.ts';

/** Shows how a check goes on: a picture that moves on a terminal, else a line for each event. */
export function createCheckProgress(input: ProgressInput): ShownProgress {
  return canPaintOver(input) ? createLiveProgress(input) : createCheckLines(input);
}

/** A picture of the engines that moves, painted over in place. */
function createLiveProgress(input: ProgressInput): ShownProgress {
  const board = createEngineBoard(input.clock);
  const screen = createLiveScreen(input, () => board.lines());
  return {
    output: screen.output,
    planned: (plans) => {
      board.planned(plans);
      screen.start();
    },
    started: (plan) => {
      board.started(plan);
      screen.paint();
    },
    finished: (plan, outcome) => {
      board.finished(plan, outcome);
      screen.paint();
    },
    stop: screen.stop,
  };
}
