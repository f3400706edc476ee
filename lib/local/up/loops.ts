import type { ForgeRepository } from '#ratchet/needs/forge.ts';
import { reconcileDeliveries, reconcileRepositories } from '#ratchet/reconcile.ts';
import { wakeDue } from '#ratchet/wake-due.ts';
import type { Plane } from './plane.ts';
import { localInstallation } from './wanted.ts';
import type { ServedRun } from '#worker/serve-session.ts';
import { isOn } from '#config/queues.ts';
import type { Message } from '#model/message.ts';
import type { Handled } from '#ratchet/needs/queue.ts';
import { handleDecide } from '#ratchet/handle-decide.ts';
import { handleDispatch } from '#ratchet/handle-dispatch.ts';
import { handlePublish } from '#ratchet/handle-publish.ts';
import { recordExit } from '#ratchet/record-exit.ts';

export interface LoopOptions {
  readonly repositories: readonly ForgeRepository[];
  /** How often pull requests are polled, besides events. */
  readonly pollMs: number;
  /** How often due workspaces are looked for. */
  readonly tickMs?: number;
  readonly signal: AbortSignal;
}

const deliveriesMs = 5 * 60_000;
const pruneMs = 24 * 60 * 60_000;
/** How long logs and failed messages are kept for people. */
const keptMs = 7 * pruneMs;

/** Runs everything that a control plane does by itself, until the signal. */
export async function runLoops(plane: Plane, options: LoopOptions): Promise<void> {
  const { signal, pollMs, tickMs = 1_000 } = options;
  const hear = plane.launcher.onExit((exit) => void queueExit(plane, exit));
  signal.addEventListener('abort', hear, { once: true });
  await Promise.all([
    queueMissedExits(plane),
    plane.queue.receive((message) => handleMessage(plane, message), signal),
    every(plane, { ms: tickMs, signal }, async () => {
      await wakeDue(plane);
    }),
    every(plane, { ms: pollMs, signal }, () => poll(plane, options)),
    every(plane, { ms: deliveriesMs, signal }, async () => {
      await reconcileDeliveries(plane);
    }),
    every(plane, { ms: pruneMs, signal }, () => pruneOld(plane)),
  ]);
}

/** Workers of an earlier control plane may have ended while none was running. */
async function queueMissedExits(plane: Plane): Promise<void> {
  const { workspaces } = plane;
  for (const installation of await workspaces.listInstallations()) {
    for (const workspaceId of await workspaces.list(installation)) {
      const head = await workspaces.load(workspaceId);
      const runs = [head?.state.session, head?.state.check].filter((run) => run !== undefined);
      for (const { id: runId } of runs) await queueExit(plane, { workspaceId, runId });
    }
  }
}

/** The end of a worker is recorded at once, unless the worker sent its result. */
async function queueExit(plane: Plane, { runId, workspaceId }: ServedRun): Promise<void> {
  try {
    const command = { kind: 'exit', runId } as const;
    await plane.queue.send([{ kind: 'command', schemaVersion: 1, workspaceId, command }]);
  } catch (error) {
    plane.log.error('The end of a worker could not be queued', { runId, error });
  }
}

/** Polls all watched repositories: those of the App, and those that were named. */
async function poll(plane: Plane, { repositories }: LoopOptions): Promise<void> {
  const installed = await plane.forge.listRepositories();
  const known = new Set(installed.map(({ repository }) => repository.repositoryId));
  const named = repositories
    .filter(({ repositoryId }) => !known.has(repositoryId))
    .map((repository) => ({ repository, installationId: localInstallation }));
  await reconcileRepositories(plane, [...installed, ...named]);
}

/** Deletes what is not needed any more. What failed, and the logs of workers, stay for a while for people. */
async function pruneOld({
  workspaces,
  queue,
  launcher,
  metrics,
  clock,
  log,
}: Plane): Promise<void> {
  const now = clock.now();
  const entries = await workspaces.prune(now);
  const messages = await queue.pruneDead(now - keptMs);
  const workers = await launcher.prune(now - keptMs);
  metrics.turn(now - keptMs);
  log.info('Old entries were deleted', { entries, messages, workers });
}

/** A round that fails is logged, and the next one follows. */
async function every(
  { clock, log }: Plane,
  { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
  round: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await round();
    } catch (error) {
      log.error('A round failed and is tried again', { error });
    }
    await clock.sleep(ms, signal).catch(() => undefined);
  }
}

/** Handles one message, as the function behind its queue does on AWS. */
export async function handleMessage(plane: Plane, message: Message): Promise<Handled> {
  if (isOn(message, 'decide')) await handleDecide(plane, message);
  if (isOn(message, 'dispatch')) await handleDispatch(plane, message);
  if (isOn(message, 'publish')) await handlePublish(plane, message);
  if (isOn(message, 'exit')) {
    const { workspaceId, command } = message;
    await recordExit(plane, { workspaceId, runId: command.runId });
  }
  if (isOn(message, 'report')) {
    const { workspaceId, command } = message;
    await plane.report({ workspaceId, runId: command.runId });
  }
  return 'done';
}
