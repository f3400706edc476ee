import { onTestFinished } from 'vitest';
import type { Log } from '#base/needs/log.ts';
import { createSystem } from '#local/system.ts';
import { runLoops } from '#local/up/loops.ts';
import { openPlane, type Plane } from '#local/up/plane.ts';
import { servePlane } from '#local/up/run-up.ts';

export interface PlaneOptions {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly repository: string;
  readonly workers: number;
}

export interface StartedPlane {
  readonly url: string;
  readonly plane: Plane;
  /** Stops it in good order, and its workers with it. */
  stop(): Promise<void>;
}

/** The control plane of `ratchetr up` in this process, but without the lock: several may work in one folder. */
export async function startPlane(log: Log, options: PlaneOptions): Promise<StartedPlane> {
  const { home, env, repository: fullName, workers } = options;
  const machine = { system: createSystem(), env, log };
  const opened = await openPlane(machine, { home, mostWorkers: workers });
  if (opened.kind === 'refused') throw new Error(opened.sentence);
  const plane = opened.value;
  const [owner = '', name = ''] = fullName.split('/');
  const repository = await plane.forge.findRepository(owner, name);
  if (repository === undefined) throw new Error(`There is no ${fullName}`);
  const serving = await servePlane(plane, { host: '127.0.0.1', port: 0 }, [repository]);
  if (serving.kind === 'refused') throw new Error(serving.sentence);
  const served = serving.value;
  const stopping = new AbortController();
  const paces = { pollMs: 1_000, tickMs: 100, signal: stopping.signal };
  const running = runLoops(plane, { repositories: [repository], ...paces });
  let isOver = false;
  const stop = async (): Promise<void> => {
    if (isOver) return;
    isOver = true;
    stopping.abort();
    await running;
    await served.close();
    await plane.launcher.stopAll('The control plane was stopped.');
    plane.close();
  };
  onTestFinished(stop);
  return { url: served.url, plane, stop };
}
