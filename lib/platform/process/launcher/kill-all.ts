import { processNumbers, statusOf } from '../process-table.ts';
import type { WorkerIdentity } from './identity.ts';

/** Processes by their number, each with its start. */
export type Family = ReadonlyMap<number, number>;

/** A worker and all that is below it now. */
export function familyOf({ pid, start }: WorkerIdentity): Family {
  return start === undefined ? new Map() : withChildren(new Map([[pid, start]]));
}

/** Halts them before it kills them, so that none has a child that nobody has seen. */
export function killFamily(known: Family): void {
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
    const status = statusOf(pid);
    return status === undefined ? [] : [{ pid, ...status }];
  });
  for (let before = -1; family.size > before;) {
    before = family.size;
    for (const { pid, parent, start } of all) {
      if (isOf(family, parent)) family.set(pid, start);
    }
  }
  return family;
}

function signalAll(family: Family, signal: 'SIGSTOP' | 'SIGKILL'): void {
  for (const pid of family.keys()) if (isOf(family, pid)) send(pid, signal);
}

/** A number may have gone to another process meanwhile. */
function isOf(family: Family, pid: number): boolean {
  const start = family.get(pid);
  return start !== undefined && statusOf(pid)?.start === start;
}

function send(pid: number, signal: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile, or it is not ours to signal.
  }
}
