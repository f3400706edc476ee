import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '#config/env.ts';
import type { RunId, WorkspaceId } from '#model/ids.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { Launch, Launcher, LaunchOutcome } from '#ratchet/needs/launcher.ts';
import type { Log } from '#base/needs/log.ts';
import { chooseEnvironment } from './environment.ts';
import { readIdentity } from './launcher/identity.ts';
import { startWorker } from './launcher/start-worker.ts';
import { stopWorkerProcess } from './launcher/stop-worker.ts';
import {
  claimIn,
  workerFilePrefix,
  workerMark,
  launchName,
  launchNameIn,
} from './launcher/worker-files.ts';
import { listAlive, describeWorker } from './launcher/worker-state.ts';
import { netMark } from './net.ts';

export interface ProcessLauncherDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly parentEnv: Environment;
}

export interface ProcessLauncherOptions {
  readonly command: (launch: Launch) => readonly [string, ...string[]];
  /** Where workers begin; absolute. */
  readonly cwd: string;
  /** Names copied from our own environment when set there; nothing else is inherited. */
  readonly inheritEnv?: readonly string[];
  /** What this worker gets beside that. */
  readonly env?: (launch: Launch) => Promise<Readonly<Record<string, string>>>;
  /** Of this launcher alone, absolute; made when missing. What workers print lies there in `<run>-<number>.log`. */
  readonly folder: string;
  /** Workers at once, those that other processes launched here included. */
  readonly most: number;
  /** From SIGTERM to SIGKILL. */
  readonly graceMs?: number;
}

export interface WorkerExit {
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
  readonly number: number;
  readonly taskRef: string;
}

export interface ProcessLauncher extends Launcher {
  /** Stops every worker of this folder, also those that other processes launched. */
  stopAll(reason: string): Promise<void>;
  /** Hears at once of the exit of workers that this process launched; of others `describe` knows. Returns how to stop. */
  onExit(listener: (exit: WorkerExit) => void): () => void;
  /** Removes the files of workers that ended, and wrote nothing since before this; answers how many workers. */
  prune(before: number): Promise<number>;
}

type Settings = ProcessLauncherOptions & { readonly graceMs: number };

/** Workers as processes of this machine. They outlive us, and the next launcher finds them in the folder. */
export function createProcessLauncher(
  deps: ProcessLauncherDeps,
  options: ProcessLauncherOptions,
): ProcessLauncher {
  const settings = { graceMs: 10_000, ...options };
  const listeners = new Set<(exit: WorkerExit) => void>();
  // One after the other, or two of our launches would both find the last slot free.
  let earlier: Promise<unknown> = Promise.resolve();
  const tell = (exit: WorkerExit): void => listeners.forEach((listener) => listener(exit));
  return {
    launch: (launch) => {
      const outcome = earlier.then(() => launchOne(deps, settings, { launch, tell }));
      earlier = outcome.catch(() => undefined);
      return outcome;
    },
    describe: async (taskRefs) =>
      new Map(taskRefs.map((taskRef) => [taskRef, describeWorker(settings.folder, taskRef)])),
    stop: (taskRef, reason) => stopWorkerProcess(deps, { ...settings, taskRef, reason }),
    stopAll: async (reason) => {
      mkdirSync(settings.folder, { recursive: true });
      await Promise.all(
        listAlive(settings.folder).map((taskRef) =>
          stopWorkerProcess(deps, { ...settings, taskRef, reason }),
        ),
      );
    },
    onExit: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    prune: async (before) => pruneWorkers(settings.folder, before),
  };
}

async function launchOne(
  { log, parentEnv }: ProcessLauncherDeps,
  settings: Settings,
  { launch, tell }: { readonly launch: Launch; readonly tell: (exit: WorkerExit) => void },
): Promise<LaunchOutcome> {
  const { folder, most } = settings;
  const name = launchName(launch);
  mkdirSync(folder, { recursive: true });
  const adopted = claimIn(folder, name);
  if (adopted !== undefined) return { kind: 'launched', taskRef: adopted };
  const alive = listAlive(folder);
  if (alive.length >= most) {
    return { kind: 'later', reason: `${alive.length} workers run, and no more than ${most} may` };
  }
  const { inheritEnv } = settings;
  const env = (await settings.env?.(launch)) ?? {};
  const worker = await startWorker({
    argv: settings.command(launch),
    cwd: settings.cwd,
    env: {
      ...chooseEnvironment(parentEnv, { ...(inheritEnv && { inheritEnv }), env }),
      [netMark]: workerMark(folder, name),
    },
    files: workerFilePrefix(folder, name),
  });
  if (worker.kind === 'spawn-failed') return classifyStartFailure(worker);
  const taskRef = claimIn(folder, name);
  if (taskRef === undefined) {
    const file = `${workerFilePrefix(folder, name)}.claim`;
    return { kind: 'later', reason: `the worker ended before it could write ${file}` };
  }
  const { workspaceId, runId, number } = launch;
  log.info('worker launched', { runId, number, taskRef });
  // Where another process was faster, it is the launcher of the worker, and ours has ended.
  if (readIdentity(taskRef)?.pid === worker.pid) {
    void worker.ended.then(() => tell({ workspaceId, runId, number, taskRef }));
  }
  return { kind: 'launched', taskRef };
}

/** Too many processes, or no memory, may pass; all else does not. */
function classifyStartFailure({
  code,
  message,
}: {
  readonly code: string;
  readonly message: string;
}): LaunchOutcome {
  const passes = ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE'].includes(code);
  return { kind: passes ? 'later' : 'refused', reason: message };
}

/**
 * Removes what workers left that are over, and whose files are all older than this. Their runs ended long ago, so
 * no dispatcher launches them again under the same number.
 */
function pruneWorkers(folder: string, before: number): number {
  mkdirSync(folder, { recursive: true });
  const alive = new Set(listAlive(folder).map((taskRef) => readIdentity(taskRef)?.name));
  const workers = Map.groupBy(readdirSync(folder), launchNameIn);
  let removed = 0;
  for (const [name, files] of workers) {
    const paths = files.map((file) => join(folder, file));
    if (alive.has(name) || paths.some((path) => changedAt(path) >= before)) continue;
    for (const path of paths) rmSync(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** A file that another process has removed meanwhile is as old as any. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
