import { killCaught, type Net } from './net.ts';
import { sendSignal } from './process-table.ts';

/** A program that runs, with all that it started. */
export interface LiveProcess {
  readonly pid: number;
  readonly net?: Net | undefined;
  readonly startedAt: number | undefined;
}

const live = new Set<LiveProcess>();

/** Sees to it that a program does not outlive us, however we end by ourselves; returns how to forget it. */
export function keepRun(run: LiveProcess): () => void {
  if (live.size === 0) process.on('exit', killLive);
  live.add(run);
  return () => {
    live.delete(run);
    if (live.size === 0) process.off('exit', killLive);
  };
}

/** Nothing can be waited for when a process exits, so what forks just then may get away. */
const rounds = 20;

function killLive(): void {
  for (const { pid, net, startedAt } of live) {
    sendSignal(-pid, 'SIGKILL');
    if (net === undefined) continue;
    for (let round = 0; round < rounds && killCaught(net, startedAt) > 0; round += 1);
  }
}
