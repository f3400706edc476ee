import { orderRuns } from './rules/scope/running-order.ts';
import type { Schedule, Scheduled } from './rules/scope/schedule.ts';
import type { Engine } from '#engines/contract.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { ContentSnapshot } from './needs/contents.ts';
import type { Installed } from './needs/installed.ts';
import type { Progress } from './needs/progress.ts';
import {
  cacheKey,
  loadCachedRun,
  type RunCache,
  saveCachedRun,
  worthKeeping,
} from './cached-runs.ts';
import { type ExecuteDeps, type EngineExecution, executeEngine } from './execute-engine.ts';
import type { ReadyEngine, VariablesOf } from './run-tool.ts';

export interface RunEnginesDeps extends ExecuteDeps {
  readonly clock: TimeSource;
  /** Absent: every version is asked of the tool, and nothing is taken from the cache. */
  readonly installed?: Installed | undefined;
  /** Absent: everything is run. */
  readonly cache?: Omit<RunCache, 'installed'> | undefined;
  readonly progress?: Progress | undefined;
}

export interface RunEnginesInput {
  /** Absolute path of the repository. */
  readonly repository: string;
  readonly schedule: Schedule;
  readonly engines: ReadonlyMap<string, Engine>;
  /** The program of an engine in one root, without arguments. */
  readonly programOf: (engine: Engine, root: string) => readonly [string, ...string[]];
  /** The interpreter whose packages the code of a root sees, absolute. */
  readonly pythonOf?: (root: string) => string | undefined;
  /** Variables that every tool in a root sees, where the code lies in this folder: the repository or a copy of it. */
  readonly variablesOf?: VariablesOf;
  readonly timeoutOf: (engine: string) => number;
  /** How many run at once. */
  readonly parallel: number;
  readonly signal?: AbortSignal;
}

export interface EngineRun extends EngineExecution {
  readonly scheduled: Scheduled;
  /** Folder in which it ran, absolute: relative paths of findings begin there. */
  readonly cwd: string;
}

/** Answers for what is scheduled to run, several at once; what one engine does changes nothing for another. */
export async function runEngines(
  deps: RunEnginesDeps,
  input: RunEnginesInput,
): Promise<readonly EngineRun[]> {
  const waiting = input.schedule.entries.filter(({ how }) => how === 'run');
  deps.progress?.planned(waiting.map(({ plan }) => plan));
  const snapshot = await deps.cache?.contents.look(input.repository);
  const perFile = (id: string): boolean => input.engines.get(id)?.scope === 'per-file';
  const queue = [...orderRuns(waiting, perFile)];
  const done: EngineRun[] = [];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const ready = makeReady(input, next);
      const run = await runOrLoad(deps, ready, snapshot);
      deps.progress?.finished(next.plan, run.outcome);
      done.push({ ...run, scheduled: next, cwd: ready.cwd });
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, input.parallel) }, work));
  return waiting.flatMap((scheduled) => done.filter((run) => run.scheduled === scheduled));
}

function makeReady(input: RunEnginesInput, { engine: id, plan }: Scheduled): ReadyEngine {
  const engine = input.engines.get(id);
  if (engine === undefined) throw new Error(`No engine ${id} to run`);
  const { repository, signal } = input;
  return {
    engine,
    plan,
    repository,
    cwd: plan.root === '.' ? repository : `${repository}/${plan.root}`,
    program: input.programOf(engine, plan.root),
    python: input.pythonOf?.(plan.root),
    variables: input.variablesOf?.(plan.root, repository) ?? {},
    timeoutMs: input.timeoutOf(id),
    signal,
  };
}

async function runOrLoad(
  { cache, ...deps }: RunEnginesDeps,
  ready: ReadyEngine,
  snapshot: ContentSnapshot | undefined,
): Promise<EngineExecution> {
  const { installed } = deps;
  if (cache === undefined || installed === undefined || snapshot === undefined) {
    return executeWithVersion(deps, ready);
  }
  const began = deps.clock.now();
  const key = await cacheKey({ ...cache, installed }, ready, snapshot);
  if (key === undefined) return executeWithVersion(deps, ready);
  const loaded = await loadCachedRun(cache, key, ready);
  if (loaded === undefined) return executeAndKeep(deps, ready, { ...cache, installed, key });
  const durationMs = Math.max(0, Math.round(deps.clock.now() - began));
  return { ...loaded, outcome: { ...loaded.outcome, durationMs } };
}

async function executeAndKeep(
  deps: RunEnginesDeps,
  ready: ReadyEngine,
  { key, ...cache }: RunCache & { readonly key: NonNullable<Awaited<ReturnType<typeof cacheKey>>> },
): Promise<EngineExecution> {
  const run = await executeWithVersion(deps, ready);
  if (!worthKeeping(ready.engine, run)) return run;
  // Somebody may have edited while it ran: then nobody can say what it saw.
  const after = await cache.contents.look(ready.repository);
  if ((await cacheKey(cache, ready, after)) === key)
    await saveCachedRun(cache, key, { run, ready });
  return run;
}

async function executeWithVersion(
  deps: RunEnginesDeps,
  ready: ReadyEngine,
): Promise<EngineExecution> {
  deps.progress?.started(ready.plan);
  const found = await deps.installed?.find(ready.program, ready);
  return executeEngine(deps, ready, found?.version ?? null);
}
