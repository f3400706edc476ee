import { readProcessStatus, readProcText } from '../process-table.ts';

/** A worker, told from every other process that has or had its number. */
export interface WorkerIdentity {
  readonly pid: number;
  /** When it started; undefined on systems that do not tell. */
  readonly start: number | undefined;
  /** Since which start of the machine; empty on systems that do not tell. */
  readonly boot: string;
  /** The launch: run and number. */
  readonly name: string;
}

const form = /^(?<pid>[1-9]\d*):(?<start>\d*):(?<boot>[0-9a-f-]*):(?<name>[A-Za-z0-9._:-]+)$/;

/** Reads a `taskRef`; undefined: no worker of this launcher. */
export function readIdentity(taskRef: string): WorkerIdentity | undefined {
  const { pid, start, boot = '', name = '' } = form.exec(taskRef)?.groups ?? {};
  if (pid === undefined) return undefined;
  return { pid: Number(pid), start: start === '' ? undefined : Number(start), boot, name };
}

export function isAlive({ pid, start, boot }: WorkerIdentity): boolean {
  if (start === undefined) return answers(pid);
  if (boot !== readProcText('/proc/sys/kernel/random/boot_id').trim()) return false;
  const status = readProcessStatus(pid);
  return status?.start === start && !/[ZX]/.test(status.state);
}

function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
