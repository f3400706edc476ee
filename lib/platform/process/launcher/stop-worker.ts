import { writeFileSync } from 'node:fs';
import type { Clock } from '#base/needs/clock.ts';
import type { Log } from '#base/needs/log.ts';
import { clearNet, netMark } from '../net.ts';
import { processNumbers, readProcessStatus, sendSignal } from '../process-table.ts';
import { isAlive, readIdentity, type WorkerIdentity } from './identity.ts';
import { workerFilePrefix, workerMark } from './worker-files.ts';

const lookEveryMs = 20;

interface Stopping {
  readonly folder: string;
  readonly graceMs: number;
  readonly taskRef: string;
  readonly reason: string;
}

/** Asks a worker to end, and after the grace ends it and all that is below it or has its mark. */
export async function stopWorkerProcess(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { folder, graceMs, taskRef, reason }: Stopping,
): Promise<void> {
  const identity = readIdentity(taskRef);
  if (identity === undefined) return;
  if (isAlive(identity)) {
    log.info('worker is stopped', { taskRef, reason });
    writeFileSync(`${workerFilePrefix(folder, identity.name)}.stop`, reason);
    // Listed before, so that a process that leaves the worker while it ends is still known.
    const family = collectFamily(identity);
    sendSignal(-identity.pid, 'SIGTERM');
    await overWithin(clock, identity, graceMs);
    killFamily(family);
    if (isAlive(identity)) sendSignal(-identity.pid, 'SIGKILL');
  }
  const value = workerMark(folder, identity.name);
  await clearNet({ mark: netMark, value, folders: [] }, identity.start);
}

async function overWithin(clock: Clock, identity: WorkerIdentity, graceMs: number): Promise<void> {
  const end = clock.now() + graceMs;
  while (isAlive(identity) && clock.now() < end) await clock.sleep(lookEveryMs);
}

/** Processes by their number, each with its start. */
type Family = ReadonlyMap<number, number>;

/** A worker and all that is below it now. */
function collectFamily({ pid, start }: WorkerIdentity): Family {
  return start === undefined ? new Map() : withChildren(new Map([[pid, start]]));
}

/** Halts them before it kills them, so that none has a child that was not seen. */
function killFamily(known: Family): void {
  let family = withChildren(known);
  for (let before = -1; family.size > before;) {
    before = family.size;
    signalAll(family, 'SIGSTOP');
    family = withChildren(family);
  }
  signalAll(family, 'SIGKILL');
}

function withChildren(known: Family): Family {
  const family = new Map(known);
  const all = processNumbers().flatMap((pid) => {
    const status = readProcessStatus(pid);
    return status === undefined ? [] : [{ pid, ...status }];
  });
  for (let before = -1; family.size > before;) {
    before = family.size;
    for (const { pid, parent, start } of all) {
      if (isStillIn(family, parent)) family.set(pid, start);
    }
  }
  return family;
}

function signalAll(family: Family, signal: 'SIGSTOP' | 'SIGKILL'): void {
  for (const pid of family.keys()) if (isStillIn(family, pid)) sendSignal(pid, signal);
}

/** A number may have gone to another process meanwhile. */
function isStillIn(family: Family, pid: number): boolean {
  const start = family.get(pid);
  return start !== undefined && readProcessStatus(pid)?.start === start;
}
