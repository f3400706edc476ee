import type { Launch, Launcher, WorkerState } from '#ratchet/needs/launcher.ts';

export interface ModelWorker extends Launch {
  readonly taskRef: string;
  readonly launchedAt: number;
  alive: boolean;
  /** It was told to stop, and may take its time. */
  told: boolean;
  /** It was let begin. */
  started: boolean;
  /** It tried to say its last word, and goes on trying. */
  spoke: boolean;
  /** It never ends by itself. */
  hangs: boolean;
  /** It is over, and nobody remembers how. */
  forgotten: boolean;
}

export interface ModelWorkers {
  readonly all: ModelWorker[];
  readonly launcher: Launcher;
  /** No further worker finds room. */
  full: boolean;
  /** Workers that may still do something for this pull request. */
  atWork(kind?: Launch['kind']): readonly ModelWorker[];
}

// Lists of workers lag behind by less than what makes a worker believed gone.
const listedAfter = 3_000;

/** A launcher whose workers do nothing by themselves. */
export function createModelWorkers(
  clock: () => number,
  onLaunch: (worker: ModelWorker) => void,
): ModelWorkers {
  const all: ModelWorker[] = [];
  const find = (taskRef: string) => all.find((one) => one.taskRef === taskRef);
  const workers: ModelWorkers = {
    all,
    full: false,
    atWork: (kind) =>
      all.filter((one) => one.alive && !one.told && one.kind === (kind ?? one.kind)),
    launcher: {
      launch: async (launch) => {
        const taskRef = refOf(launch);
        if (find(taskRef) !== undefined) return { kind: 'launched', taskRef };
        if (workers.full) return { kind: 'later', reason: 'There is no room.' };
        const worker = { ...launch, taskRef, launchedAt: clock(), alive: true, told: false };
        const made = { ...worker, started: false, spoke: false, hangs: false, forgotten: false };
        onLaunch(made);
        all.push(made);
        return { kind: 'launched', taskRef };
      },
      describe: async (taskRefs) =>
        new Map(
          taskRefs.map((taskRef): readonly [string, WorkerState] => {
            const worker = find(taskRef);
            const isListed = worker !== undefined && clock() - worker.launchedAt >= listedAfter;
            if (!isListed || worker.forgotten) return [taskRef, { kind: 'unknown' }];
            return [
              taskRef,
              worker.alive ? { kind: 'alive' } : { kind: 'stopped', reason: 'Over.' },
            ];
          }),
        ),
      stop: async (taskRef) => {
        const worker = find(taskRef);
        if (worker !== undefined) worker.told = true;
      },
    },
  };
  return workers;
}

function refOf({ runId, number }: Pick<Launch, 'runId' | 'number'>): string {
  return `${runId}/${number}`;
}
