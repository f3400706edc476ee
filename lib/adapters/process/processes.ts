import type { Clock } from '#ports/clock.ts';
import type { Processes } from '#ports/processes.ts';

import { runProcess } from './run-process.ts';

/** The one place that starts other programs. */
export function createProcesses(deps: {
  readonly clock: Clock;
  readonly parentEnv: Readonly<Record<string, string | undefined>>;
}): Processes {
  return { run: (command, signal) => runProcess(deps, command, signal) };
}
