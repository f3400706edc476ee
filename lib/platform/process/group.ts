import type { Exit } from '#check/needs/processes.ts';

import { sendSignal } from './process-table.ts';
import { endsWithin } from './timing.ts';

/** How long a process may outlive SIGKILL (stuck in the kernel, or not ours to kill) before we go on without it. */
const beyondReachMs = 5_000;

export interface ProcessGroup {
  /** The end of the leader; after it no other process of the group is left. */
  readonly ended: Promise<Exit>;
  /** SIGTERM to the group, SIGKILL after the grace. Only the first call counts. */
  stop(exit: Exit): void;
  /** Why it was stopped, if it was. */
  stopped(): Exit | undefined;
}

/** Watches the group of a started program: everything that did not leave it with setsid. */
export function watchGroup(
  leader: { readonly pid: number; readonly ended: Promise<Exit> },
  graceMs: number,
): ProcessGroup {
  let stopped: Exit | undefined;
  let leaderAlive = true;
  const beyondReach = Promise.withResolvers<Exit>();
  const ended = leader.ended.then((exit) => {
    // The last signal ever: from here on the system may give the group's number to others.
    sendSignal(-leader.pid, 'SIGKILL');
    leaderAlive = false;
    return exit;
  });

  async function endGroup(exit: Exit): Promise<void> {
    sendSignal(-leader.pid, 'SIGTERM');
    if (await endsWithin(ended, graceMs)) return;
    sendSignal(-leader.pid, 'SIGKILL');
    if (!(await endsWithin(ended, beyondReachMs))) beyondReach.resolve(exit);
  }

  return {
    ended: Promise.race([ended, beyondReach.promise]),
    stopped: () => stopped,
    stop(exit) {
      if (stopped !== undefined) return;
      stopped = exit;
      if (leaderAlive) void endGroup(exit);
    },
  };
}
