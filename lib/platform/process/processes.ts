import type { Processes } from '#check/needs/processes.ts';

import { createAskApart } from './ask-apart.ts';
import { askProgram } from './ask-program.ts';
import { type RunContext, runProcess } from './run-process.ts';

export interface ProcessesDeps extends RunContext {
  /** Questions go to a small process of our own: worth it for a caller that asks hundreds. */
  readonly asksApart?: boolean;
}

/** The one place that starts other programs. */
export function createProcesses(deps: ProcessesDeps): Processes {
  return {
    run: (command, signal) => runProcess(deps, command, signal),
    ask:
      deps.asksApart === true
        ? createAskApart(deps.parentEnv)
        : (question) => askProgram(deps.parentEnv, question),
  };
}
