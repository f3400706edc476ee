import { createEngineBoard } from './engine-board.ts';
import { createLiveScreen } from './live-screen.ts';
import type { ProgressInput, ShownProgress } from './shown-progress.ts';

/** A picture of the engines that moves, painted over in place. */
export function createLiveProgress(input: ProgressInput): ShownProgress {
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
