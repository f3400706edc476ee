/** Thrown where a test stops a process; nothing of that process may happen afterwards. */
class Stopped extends Error {
  constructor() {
    super('the process was stopped here');
  }
}

/**
 * Counts the writes of an operation and stops at one of them: with an even number before the write,
 * with an odd one after it. From then on everything throws, as nothing works in a process that is gone.
 */
export interface StopPoint {
  /** Before a write. */
  enter(): void;
  /** After it. */
  leave(): void;
  /** Before a read. */
  look(): void;
  /** Whether the operation came to this point at all. */
  readonly reached: boolean;
}

function stopPoint(point: number): StopPoint {
  let passed = 0;
  let reached = false;
  const pass = (): void => {
    reached ||= passed === point;
    passed += 1;
    if (reached) throw new Stopped();
  };
  return {
    enter: pass,
    leave: pass,
    look: () => {
      if (reached) throw new Stopped();
    },
    get reached() {
      return reached;
    },
  };
}

export async function write<T>(point: StopPoint, send: () => Promise<T>): Promise<T> {
  point.enter();
  const answer = await send();
  point.leave();
  return answer;
}

/** Runs the check once for every point at which its operation can be stopped, and once undisturbed. */
export async function atEveryPoint(check: (point: StopPoint) => Promise<void>): Promise<number> {
  for (let number = 0; ; number += 1) {
    const point = stopPoint(number);
    await check(point);
    if (!point.reached) return number;
  }
}

/** True when it ran to its end, false when it was stopped; anything else that goes wrong is thrown. */
export async function survives(operation: () => Promise<unknown>): Promise<boolean> {
  try {
    await operation();
    return true;
  } catch (error) {
    if (causes(error).some((cause) => cause instanceof Stopped)) return false;
    throw error;
  }
}

function causes(error: unknown): readonly unknown[] {
  return error instanceof Error && error.cause !== undefined
    ? [error, ...causes(error.cause)]
    : [error];
}
