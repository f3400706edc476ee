import type { WorkerState } from '#ratchet/needs/launcher.ts';
import { isAlive, readIdentity } from './identity.ts';
import { exitCodeIn, openClaims, stopReasonIn } from './worker-files.ts';

/** What can be told of a worker now, by its process and by what was written down of it. */
export function describeWorker(folder: string, taskRef: string): WorkerState {
  const identity = readIdentity(taskRef);
  if (identity === undefined) return { kind: 'unknown' };
  if (isAlive(identity)) return { kind: 'alive' };
  const exitCode = exitCodeIn(folder, identity.name);
  const stopped = stopReasonIn(folder, identity.name);
  const reason =
    exitCode === undefined
      ? 'it ended without writing an exit code: it was killed, or the machine was restarted'
      : `it ended with exit code ${exitCode}`;
  return {
    kind: 'stopped',
    reason: stopped === undefined ? reason : `it was stopped: ${stopped}`,
    ...(exitCode !== undefined && { exitCode }),
  };
}

/** The workers of a folder that still work. */
export function listAlive(folder: string): readonly string[] {
  return openClaims(folder).filter((taskRef) => describeWorker(folder, taskRef).kind === 'alive');
}
