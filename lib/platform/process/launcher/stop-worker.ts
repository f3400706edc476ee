import { writeFileSync } from 'node:fs';
import type { Clock } from '#base/needs/clock.ts';
import type { Log } from '#base/needs/log.ts';
import { clearNet, netMark } from '../net.ts';
import { isAlive, readIdentity, type WorkerIdentity } from './identity.ts';
import { familyOf, killFamily } from './kill-all.ts';
import { filesOf, markOf } from './worker-files.ts';

const lookEveryMs = 20;

interface Stopping {
  readonly folder: string;
  readonly graceMs: number;
  readonly taskRef: string;
  readonly reason: string;
}

/** Asks a worker to end, and after the grace ends it and all that is below it or has its mark. */
export async function stopWorker(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { folder, graceMs, taskRef, reason }: Stopping,
): Promise<void> {
  const identity = readIdentity(taskRef);
  if (identity === undefined) return;
  if (isAlive(identity)) {
    log.info('worker is stopped', { taskRef, reason });
    writeFileSync(`${filesOf(folder, identity.name)}.stop`, reason);
    // Who leaves the worker while it ends is still known by then.
    const family = familyOf(identity);
    signalGroup(identity, 'SIGTERM');
    await overWithin(clock, identity, graceMs);
    killFamily(family);
    if (isAlive(identity)) signalGroup(identity, 'SIGKILL');
  }
  const value = markOf(folder, identity.name);
  await clearNet({ mark: netMark, value, folders: [] }, identity.start);
}

async function overWithin(clock: Clock, identity: WorkerIdentity, graceMs: number): Promise<void> {
  const end = clock.now() + graceMs;
  while (isAlive(identity) && clock.now() < end) await clock.sleep(lookEveryMs);
}

function signalGroup({ pid }: WorkerIdentity, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It ended meanwhile.
  }
}
