import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { pinnedNode } from '../../cli/start-program.ts';

export interface InstanceOptions {
  readonly bundle: string;
  readonly arn: string;
  readonly env: Readonly<Record<string, string>>;
  /** Each line that it prints. */
  readonly hear: (line: string) => void;
}

/** A process that serves one event at a time. */
export interface Instance {
  /** Rejects where the handler failed, or the process was ended. */
  invoke(event: unknown): Promise<unknown>;
  readonly isOver: boolean;
  kill(): Promise<void>;
}

const told = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  failure: z.string().optional(),
});

const program = join(import.meta.dirname, 'function-process.ts');

/** Starts it; events may be sent at once, they wait until it is ready. */
export function startInstance({ bundle, arn, env, hear }: InstanceOptions): Instance {
  const child = fork(program, [bundle, arn], {
    env,
    execPath: pinnedNode,
    // None of those that the tests themselves were started with.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', hear);
  }
  const ended = once(child, 'exit');
  let isOver = false;
  void ended.then(() => (isOver = true));
  const ready = answerOf(child, 0);
  // Whoever invokes hears of it.
  ready.catch(() => undefined);
  let events = 0;
  return {
    invoke: async (event) => {
      await ready;
      events += 1;
      const answer = answerOf(child, events);
      // A process that is gone answers nothing, and that is told below.
      child.send({ id: events, event }, () => undefined);
      const { result, failure } = await answer;
      if (failure !== undefined) throw new Error(`The function failed: ${failure}`);
      return result;
    },
    get isOver() {
      return isOver;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** What the process has to say to this event, if it lives that long. */
function answerOf(child: ChildProcess, id: number): Promise<z.infer<typeof told>> {
  const { promise, resolve, reject } = Promise.withResolvers<z.infer<typeof told>>();
  const hear = (message: unknown): void => {
    const answer = told.parse(message);
    if (answer.id !== id) return;
    child.off('exit', die);
    child.off('message', hear);
    resolve(answer);
  };
  const die = (): void => reject(new Error('The process of the function ended before its answer'));
  if (!child.connected) die();
  child.on('message', hear).once('exit', die);
  return promise;
}
