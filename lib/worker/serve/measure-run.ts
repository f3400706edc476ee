import * as z from 'zod';
import type { Run } from '#model/run.ts';
import type { SessionEndWord } from '../needs/session-backend.ts';
import type { ServeWorkerDeps } from './deps.ts';

type Deps = Pick<ServeWorkerDeps, 'clock' | 'metrics'>;

/** From the beginning of a run to the first word of its worker. */
export function measureStart({ clock, metrics }: Deps, { kind, startedAt }: Run): void {
  metrics.duration('worker_start', Math.max(0, clock.now() - startedAt), { kind });
}

// A worker may say anything, and a chart must survive it.
const mostBroken = 100;
const broken = z.object({ broken: z.int().positive().max(mostBroken) });

/** What a worker says that it cost, and how many of its engines gave no result. */
export function measureEnd({ metrics }: Deps, { costUsd, summary }: SessionEndWord): void {
  metrics.gauge('agents_usd', costUsd);
  const told = broken.safeParse(summary);
  if (told.success) metrics.count('engine_errors', told.data.broken);
}
