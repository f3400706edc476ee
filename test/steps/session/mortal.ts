import type { Copies, Copy } from '#ports/copies.ts';
import type { SessionDeps } from '#steps/session/session.ts';

/** A worker that dies at one of its effects: from there on nothing of it happens. */
export interface Mortal {
  readonly deps: SessionDeps;
  /** How often it could have died so far. */
  readonly points: () => number;
  readonly isDead: () => boolean;
  /** Waits for what it had begun, and takes away what it left behind outside of the store. */
  readonly bury: () => Promise<void>;
}

/** With an even point an effect is not done any more, with an odd one it is, and its answer is not heard. */
export function mortalWorker(deps: SessionDeps, diesAt: number): Mortal {
  const life = createLife(diesAt);
  const left = new Set<Copy>();
  const { runs, artifacts, trees, copies, events, processes } = deps;
  return {
    deps: {
      ...deps,
      runs: bound(life, runs),
      artifacts: bound(life, artifacts),
      trees: bound(life, trees),
      events: bound(life, events),
      processes: bound(life, processes),
      copies: bound(life, keeping(copies, life, left)),
    },
    points: life.points,
    isDead: life.isOver,
    bury: async () => {
      await life.settled();
      await Promise.all([...left].map((copy) => copy.remove()));
    },
  };
}

interface Life {
  readonly points: () => number;
  readonly isOver: () => boolean;
  readonly act: <Result>(effect: () => Promise<Result>) => Promise<Result>;
  readonly settled: () => Promise<void>;
}

function createLife(diesAt: number): Life {
  let passed = 0;
  const underWay = new Set<Promise<unknown>>();
  const pass = (): void => {
    if (passed >= diesAt) throw new Error('the worker is dead');
    passed += 1;
  };
  return {
    points: () => passed,
    isOver: () => passed >= diesAt,
    act: async (effect) => {
      pass();
      const going = effect();
      underWay.add(going);
      try {
        return await going;
      } finally {
        underWay.delete(going);
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
        act(async (): Promise<unknown> => Reflect.apply(member, target, args));
    },
  });
}

function keeping(copies: Copies, life: Life, left: Set<Copy>): Copies {
  return {
    open: async (tree, options) => {
      const copy = await copies.open(tree, options);
      left.add(copy);
      return bound(life, copy);
    },
  };
}
