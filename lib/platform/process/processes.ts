import type { Environment } from '#config/env.ts';
import type { Processes } from '#check/needs/processes.ts';

import { createAskApart } from './ask-apart.ts';
import { askProgram } from './ask-program.ts';
import { type RunContext, runProcess } from './run-process.ts';

export interface ProcessesDeps extends RunContext {
  /** Questions go to a small process of our own: worth it for a caller that asks hundreds. */
  readonly asksApart?: boolean;
  /** Of our own programs, such as git; absent: that of all others. */
  readonly askEnv?: Environment | undefined;
}

/** The one place that starts other programs. */
export function createProcesses(deps: ProcessesDeps): Processes {
  const askEnv = deps.askEnv ?? deps.parentEnv;
  return {
    run: (command, signal) => runProcess(deps, command, signal),
    ask:
      deps.asksApart === true ? createAskApart(askEnv) : (question) => askProgram(askEnv, question),
  };
}
