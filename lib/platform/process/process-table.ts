import { readdirSync, readFileSync } from 'node:fs';

/** What Linux shows of a process; other systems show nothing, so none is found there. */
export interface ProcessStatus {
  /** One letter: Z and X are dead, and only wait to be collected. */
  readonly state: string;
  readonly parent: number;
  /** When it started, in ticks of the system since it was booted. */
  readonly start: number;
}

export function readProcessStatus(pid: number): ProcessStatus | undefined {
  // The second field is its name, which may hold anything; the 22nd is its start.
  const fields = readProcText(`/proc/${pid}/stat`).split(')').at(-1)?.trim().split(' ') ?? [];
  const [state = '', parent] = fields;
  const start = Number(fields[19] ?? Number.NaN);
  return Number.isNaN(start) ? undefined : { state, parent: Number(parent), start };
}

/** The further groups of a process that lives. */
export function readGroups(pid: number): readonly number[] {
  const status = readProcText(`/proc/${pid}/status`);
  // A dead process that waits to be collected still has them.
  if (/^State:\s+[ZX]/m.test(status)) return [];
  const groups = /^Groups:\s*(.*)$/m.exec(status)?.[1]?.trim() ?? '';
  return groups === '' ? [] : groups.split(/\s+/).map(Number);
}

export function processNumbers(): readonly number[] {
  return listReadable('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

export function readProcText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It ended meanwhile, or it is not ours to read.
    return '';
  }
}

export function listReadable(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Signals a process, or by a negative number a group. */
export function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile, or it is not ours to signal: nothing can be done about either.
  }
}
