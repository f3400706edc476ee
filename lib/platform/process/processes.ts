import type { Clock } from '#base/needs/clock.ts';
import type { Processes } from '#check/needs/processes.ts';

import { createAskApart } from './ask-apart.ts';
import { askProgram } from './ask-program.ts';
import type { OtherUser } from './other-user.ts';
import { runProcess } from './run-process.ts';

export interface ProcessesDeps {
  readonly clock: Clock;
  readonly parentEnv: Readonly<Record<string, string | undefined>>;
  /** Whom programs run as that are not ours; absent: nobody else is there, and they run as we do. */
  readonly asUser?: OtherUser | undefined;
  /** Questions go to a small process of our own: worth it for whoever asks hundreds. */
  readonly asksApart?: boolean;
}

/** The one place that starts other programs. */
export function createProcesses(deps: ProcessesDeps): Processes {
  return {
    run: (command, signal) => runProcess(deps, command, signal),
    ask: deps.asksApart === true ? createAskApart(deps) : (question) => askProgram(deps, question),
  };
}
