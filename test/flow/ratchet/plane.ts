import { onTestFinished } from 'vitest';
import { installationId } from '#model/ids.ts';
import type { Log } from '#base/needs/log.ts';
import { runLoops } from '../../../lib/cli/up/loops.ts';
import { openPlane, type Plane } from '../../../lib/cli/up/plane.ts';
import { serve } from '../../../lib/cli/up/serve.ts';

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
  const plane = await openPlane(log, { home, env, overrides: [], mostWorkers: workers });
  if (typeof plane === 'string') throw new Error(plane);
  const [owner = '', name = ''] = fullName.split('/');
  const repository = await plane.forge.findRepository(owner, name);
  if (repository === undefined) throw new Error(`There is no ${fullName}`);
  const local = installationId.parse('local');
  const place = { host: '127.0.0.1', port: 0, repositories: [{ owner, name }] };
  const served = await serve(plane, { ...place, installationId: local });
  const stopping = new AbortController();
  const watched = { repositories: [repository], installationId: local };
  const paces = { pollMs: 1_000, tickMs: 100 };
  const running = runLoops(plane, { ...watched, ...paces, signal: stopping.signal });
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
