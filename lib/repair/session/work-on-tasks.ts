import { limitConcurrency } from '#base/limit-concurrency.ts';
import { isCheckpointDue } from '../rules/session/checkpoint.ts';
import type { FindingsSnapshot } from '../rules/session/findings-snapshot.ts';
import type { SessionContext, RepairServices, SessionState } from './session.ts';
import { workOnTask } from './work-on-task.ts';

/** Why the workers came back: nothing is left, all engines should run again, or the session is to stop. */
export type StopReason = 'complete' | 'checkpoint' | 'stopped';

/** Several workers claim tasks until there is a reason to stop, or one breaks; all of them have put down their work then. */
export async function workOnTasks(
  deps: RepairServices,
  session: SessionContext,
  { state, snapshot }: { readonly state: SessionState; readonly snapshot: FindingsSnapshot },
): Promise<StopReason> {
  const { settings } = session;
  const broken = new AbortController();
  const stoppable = { ...session, stop: AbortSignal.any([session.stop, broken.signal]) };
  const work = {
    state,
    snapshot,
    withPlace: limitConcurrency(settings.maxAgents),
    inTurn: limitConcurrency(1),
  };
  const news = createNews();
  let why: StopReason | undefined;
  const worker = async (): Promise<void> => {
    while (why === undefined) {
      why = reasonToStop(deps, stoppable, state);
      if (why !== undefined) return;
      const claim = await claimTask(deps, session);
      if (claim.kind === 'complete') why = 'complete';
      else if (claim.kind === 'idle') await waitForNews(deps, news, claim.retryAt);
      else {
        await workOnTask(deps, stoppable, { ...work, task: claim.task });
        news.tell();
      }
    }
    news.tell();
  };
  const workers = Array.from({ length: Math.max(1, settings.maxWorkers) }, () =>
    worker().catch((error: unknown) => {
      broken.abort();
      news.tell();
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return why ?? 'complete';
}

function reasonToStop(
  { clock }: RepairServices,
  { settings, stop }: SessionContext,
  { acceptedSince, lastSnapshotAt }: SessionState,
): StopReason | undefined {
  if (stop.aborted) return 'stopped';
  const since = { accepted: acceptedSince, lastAt: lastSnapshotAt };
  return isCheckpointDue(settings.checkpoint, since, clock.now()) ? 'checkpoint' : undefined;
}

function claimTask(
  { runs, clock, ids }: RepairServices,
  { run, worker, settings }: SessionContext,
) {
  const { leaseMs, maxWorkers: claimers } = settings;
  return runs.claimNextTask({
    runId: run.id,
    worker,
    leaseMs,
    claimers,
    now: clock.now(),
    token: ids.token(),
  });
}

/** A task may be free by time alone, or because a worker of this session finished another. */
async function waitForNews(
  { clock }: RepairServices,
  news: News,
  retryAt: number | undefined,
): Promise<void> {
  const woken = new AbortController();
  const pause = Math.min(1_000, Math.max(10, (retryAt ?? Infinity) - clock.now()));
  await Promise.race([news.next(), clock.sleep(pause, woken.signal).catch(() => undefined)]);
  woken.abort();
}

interface News {
  tell(): void;
  next(): Promise<void>;
}

function createNews(): News {
  let { promise, resolve } = Promise.withResolvers<void>();
  return {
    tell() {
      resolve();
      ({ promise, resolve } = Promise.withResolvers<void>());
    },
    next: () => promise,
  };
}
