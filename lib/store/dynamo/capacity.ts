import type { TimeSource } from '#base/needs/clock.ts';
import type { Launch, Launcher } from '#ratchet/needs/launcher.ts';

/** The launch that a slot is taken for. */
export type Taker = Pick<Launch, 'runId' | 'number'>;

export interface CapacitySlot {
  readonly taker: Taker;
  /** undefined until the worker is known. */
  readonly taskRef: string | undefined;
  readonly until: number;
}

/** Slots for workers. One that is not given back is free again when its time is over. */
export interface CapacityPool {
  readonly size: number;
  /** Takes a slot, or keeps the one that this launch has. */
  take(
    taker: Taker,
    times: { readonly now: number; readonly until: number },
  ): Promise<'taken' | 'full'>;
  /** Writes down which worker the slot went to. */
  assign(taker: Taker, taskRef: string): Promise<void>;
  /** Gives back the slot of a launch that came to nothing; one that has its worker stays taken. */
  giveBack(taker: Taker): Promise<void>;
  /** Gives back the slots of workers that are over. */
  free(taskRefs: readonly string[]): Promise<void>;
  /** All that are taken now. */
  taken(now: number): Promise<readonly CapacitySlot[]>;
}

/** How long a slot stays taken while no service checks its worker. */
export const slotLeaseMs = 3 * 60 * 60_000;

interface CapacityLimit {
  readonly pool: CapacityPool;
  readonly clock: TimeSource;
  /** A slot that is not given back counts as taken for this long; then the launch has to renew it. */
  readonly leaseMs: number;
}

/** Launches no more workers than there are slots; without one a launch is for later. */
export function withCapacity(
  launcher: Launcher,
  { pool, clock, leaseMs }: CapacityLimit,
): Launcher {
  return {
    ...givingBack(launcher, pool),
    launch: async (launch) => {
      const now = clock.now();
      if ((await pool.take(launch, { now, until: now + leaseMs })) === 'full') {
        return { kind: 'later', reason: `All ${pool.size} worker slots are taken.` };
      }
      // Where this throws, a worker may run: its slot stays taken, and the launch is repeated.
      const outcome = await launcher.launch(launch);
      if (outcome.kind === 'launched') await pool.assign(launch, outcome.taskRef);
      else await pool.giveBack(launch);
      return outcome;
    },
  };
}

type WorkerControl = Omit<Launcher, 'launch'>;

/** Gives the slot of a worker back as soon as the worker is seen to be over. */
export function givingBack(workers: WorkerControl, pool: CapacityPool): WorkerControl {
  return {
    describe: async (taskRefs) => {
      const states = await workers.describe(taskRefs);
      const over = taskRefs.filter((taskRef) => states.get(taskRef)?.kind === 'stopped');
      if (over.length > 0) await pool.free(over);
      return states;
    },
    stop: async (taskRef, reason) => {
      await workers.stop(taskRef, reason);
      await pool.free([taskRef]);
    },
  };
}
