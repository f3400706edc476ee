/** How one call of a step to the world outside goes on. */
export type Turn =
  /** As it should. */
  | 'goes'
  /** The process dies before it. */
  | 'dies-before'
  /** The process dies before it hears the answer. */
  | 'dies-after'
  /** Nothing happened, and the caller is told. */
  | 'fails'
  /** It happened, and the caller is told that it failed. */
  | 'answer-lost';

/** Lets the calls of one step through one by one. */
export type Pass = <Result>(call: string, act: () => Promise<Result>) => Promise<Result>;

export interface Activity {
  readonly name: string;
  /** Calls that wait to be made. */
  readonly gates: ((turn: Turn) => string)[];
  ended: Ending | undefined;
}

/** A dead one never says anything again. */
type Ending = 'done' | 'retry' | 'failed' | 'dead';

export interface Activities {
  readonly running: () => readonly Activity[];
  start(name: string, work: Work, onEnd?: (ending: Ending) => void): Promise<Activity>;
  /** Makes the first call that waits. */
  step(activity: Activity, turn: Turn): Promise<void>;
  finish(activity: Activity): Promise<void>;
  kill(activity: Activity): void;
}

type Work = (pass: Pass, activity: Activity) => Promise<'done' | 'retry'>;

/** Steps that run at the same time, of which only one makes a call at any moment. */
export function createActivities(trace: (line: string) => void): Activities {
  let running: readonly Activity[] = [];
  const end = (activity: Activity, ending: Ending, onEnd?: (ending: Ending) => void) => {
    if (activity.ended !== undefined) return;
    activity.ended = ending;
    running = running.filter((one) => one !== activity);
    onEnd?.(ending);
  };
  const endings = new Map<Activity, (ending: Ending) => void>();
  const kill = (activity: Activity) => {
    activity.gates.length = 0;
    end(activity, 'dead', endings.get(activity));
  };
  const step = async (activity: Activity, turn: Turn) => {
    const gate = activity.gates.shift();
    if (gate === undefined) return;
    const call = gate(turn);
    trace(turn === 'goes' ? `  ${activity.name}: ${call}` : `  ${activity.name}: ${call} ${turn}`);
    await settle(activity);
    if (turn === 'dies-before' || turn === 'dies-after') kill(activity);
  };
  return {
    running: () => running,
    kill,
    step,
    start: async (name, work, onEnd) => {
      const activity: Activity = { name, gates: [], ended: undefined };
      running = [...running, activity];
      if (onEnd !== undefined) endings.set(activity, onEnd);
      trace(`> ${name}`);
      void work(passOf(activity), activity).then(
        (outcome) => end(activity, outcome, onEnd),
        (error: unknown) => {
          trace(`  ${name} fails: ${String(error)}`);
          end(activity, 'failed', onEnd);
        },
      );
      await settle(activity);
      return activity;
    },
    finish: async (activity) => {
      for (let calls = 0; activity.ended === undefined; calls += 1) {
        if (calls > 1_000) throw new Error(`${activity.name} never ends`);
        await step(activity, 'goes');
      }
    },
  };
}

function passOf(activity: Activity): Pass {
  return (call, act) =>
    new Promise((resolve, reject) => {
      activity.gates.push((turn) => {
        const happens = turn === 'goes' || turn === 'dies-after' || turn === 'answer-lost';
        const answer = happens
          ? act()
          : Promise.reject(new Error(`${call}: the connection is gone`));
        answer.then(
          (result) => {
            if (turn === 'goes') return resolve(result);
            if (turn !== 'answer-lost') return undefined;
            return reject(new Error(`${call}: the answer was lost`));
          },
          turn.startsWith('dies') ? () => undefined : reject,
        );
        return call;
      });
    });
}

/** Until it waits for its next call, or is over. Everything else in it takes no time. */
async function settle(activity: Activity): Promise<void> {
  for (let turns = 0; turns < 400; turns += 1) {
    await Promise.resolve();
    if (activity.ended !== undefined) return;
    // Calls that are made together come some turns apart.
    if (activity.gates.length > 0 && turns > 8) return;
  }
}

/** The same port with every call made by way of `pass`. */
export function gated<Port extends object>(port: Port, name: string, pass: Pass): Port {
  return new Proxy(port, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]): Promise<unknown> =>
        pass(`${name}.${String(key)}`, async (): Promise<unknown> =>
          Reflect.apply(value, target, given),
        );
    },
  });
}
