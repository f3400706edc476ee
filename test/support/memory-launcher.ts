import type { Launch, Launcher, LaunchOutcome, WorkerState } from '#ratchet/needs/launcher.ts';

export interface MemoryLauncher extends Launcher {
  /** What was launched, in order; a repeated launch is not there twice. */
  readonly launches: readonly Launch[];
  readonly stopped: readonly { readonly taskRef: string; readonly reason: string }[];
  /** What is answered to further launches in place of a worker. */
  answer: Exclude<LaunchOutcome, { kind: 'launched' }> | undefined;
  /** The worker dies by itself. */
  lose(taskRef: string): void;
}

/** Workers that do nothing, of which their launcher knows all that a real one knows. */
export function memoryLauncher(): MemoryLauncher {
  const launches: Launch[] = [];
  const stopped: { taskRef: string; reason: string }[] = [];
  const workers = new Map<string, WorkerState>();
  const launcher: MemoryLauncher = {
    launches,
    stopped,
    answer: undefined,
    lose: (taskRef) => void workers.set(taskRef, { kind: 'stopped', reason: 'gone', exitCode: 1 }),
    launch: async (launch) => {
      if (launcher.answer !== undefined) return launcher.answer;
      const taskRef = `${launch.runId} ${launch.number}`;
      if (workers.has(taskRef)) return { kind: 'launched', taskRef };
      launches.push(launch);
      workers.set(taskRef, { kind: 'alive' });
      return { kind: 'launched', taskRef };
    },
    describe: async (taskRefs) =>
      new Map(taskRefs.map((taskRef) => [taskRef, workers.get(taskRef) ?? { kind: 'unknown' }])),
    stop: async (taskRef, reason) => {
      stopped.push({ taskRef, reason });
      workers.set(taskRef, { kind: 'stopped', reason });
    },
  };
  return launcher;
}
