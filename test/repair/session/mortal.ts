import type { Copies } from '#check/needs/copies.ts';
import type { RepairServices } from '#repair/session/session.ts';

/** A worker that dies at one of its effects: from there on nothing of it happens. */
export interface Mortal {
  readonly deps: RepairServices;
  /** How often it could have died so far. */
  readonly points: () => number;
  readonly isDead: () => boolean;
  /** Waits for what it had begun. */
  readonly bury: () => Promise<void>;
}

/**
 * With an even point an effect is not done any more, with an odd one it is, and its answer is not heard; with a name
 * that is so of the first effect of this name.
 */
export function mortalWorker(deps: RepairServices, diesAt: number | string): Mortal {
  const life = createLife(diesAt);
  const { runs, artifacts, trees, copies, events, processes } = deps;
  return {
    deps: {
      ...deps,
      runs: bound(life, runs),
      artifacts: bound(life, artifacts),
      trees: bound(life, trees),
      events: bound(life, events),
      processes: bound(life, processes),
      copies: bound(life, mortalCopies(copies, life)),
    },
    points: life.points,
    isDead: life.isOver,
    bury: life.settled,
  };
}

interface Life {
  readonly points: () => number;
  readonly isOver: () => boolean;
  readonly act: <Result>(name: unknown, effect: () => Promise<Result>) => Promise<Result>;
  readonly settled: () => Promise<void>;
}

function createLife(diesAt: number | string): Life {
  let passed = 0;
  let last = typeof diesAt === 'number' ? diesAt : Infinity;
  const underWay = new Set<Promise<unknown>>();
  const pass = (): void => {
    if (passed >= last) throw new Error('the worker is dead');
    passed += 1;
  };
  return {
    points: () => passed,
    isOver: () => passed >= last,
    act: async (name, effect) => {
      pass();
      const going = effect();
      underWay.add(going);
      try {
        return await going;
      } finally {
        underWay.delete(going);
        if (name === diesAt) last = passed;
        pass();
      }
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

/** The same, where each call is an effect of that life. */
function bound<Port extends object>({ act }: Life, port: Port): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) =>
        act(name, async (): Promise<unknown> => Reflect.apply(member, target, args));
    },
  });
}

function mortalCopies(copies: Copies, life: Life): Copies {
  return { open: async (tree, options) => bound(life, await copies.open(tree, options)) };
}
