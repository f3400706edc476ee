import { orderRuns } from './rules/scope/running-order.ts';
import type { Schedule, Scheduled } from './rules/scope/schedule.ts';
import type { Engine } from '#engines/contract.ts';
import type { ContentSnapshot } from './needs/contents.ts';
import type { EngineRunner } from './needs/engine-host.ts';
import { cacheKey, loadCachedRun, saveCachedRun, worthKeeping } from './cached-runs.ts';
import { type EngineExecution, executeEngine } from './execute-engine.ts';
import type { ReadyEngine, VariablesOf } from './run-tool.ts';

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

/** Runs what is scheduled, several engines at once; the failure of one changes nothing for another. */
export async function runEngines(
  runner: EngineRunner,
  input: RunEnginesInput,
): Promise<readonly EngineRun[]> {
  const waiting = input.schedule.entries.filter(({ how }) => how === 'run');
  runner.progress?.planned(waiting.map(({ plan }) => plan));
  const snapshot = await runner.cache?.contents.snapshot(input.repository);
  const perFile = (id: string): boolean => input.engines.get(id)?.scope === 'per-file';
  const queue = [...orderRuns(waiting, perFile)];
  const done: EngineRun[] = [];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const ready = makeReady(input, next);
      const run = await runOrLoad(runner, ready, snapshot);
      runner.progress?.finished(next.plan, run.outcome);
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
  runner: EngineRunner,
  ready: ReadyEngine,
  snapshot: ContentSnapshot | undefined,
): Promise<EngineExecution> {
  const { cache, installed, hash } = runner;
  if (cache === undefined || installed === undefined || snapshot === undefined) {
    return executeWithVersion(runner, ready);
  }
  const began = runner.clock.now();
  const findKey = (content: ContentSnapshot) => cacheKey({ installed, hash }, ready, content);
  const key = await findKey(snapshot);
  if (key === undefined) return executeWithVersion(runner, ready);
  const loaded = await loadCachedRun(cache.store, key, ready);
  if (loaded !== undefined) {
    const durationMs = Math.max(0, Math.round(runner.clock.now() - began));
    return { ...loaded, outcome: { ...loaded.outcome, durationMs } };
  }
  const run = await executeWithVersion(runner, ready);
  if (!worthKeeping(ready.engine, run)) return run;
  // A file may have changed while the engine ran: then it is not known which content it judged.
  const after = await cache.contents.snapshot(ready.repository);
  if ((await findKey(after)) === key) await saveCachedRun(cache.store, key, { run, ready });
  return run;
}

async function executeWithVersion(
  runner: EngineRunner,
  ready: ReadyEngine,
): Promise<EngineExecution> {
  runner.progress?.started(ready.plan);
  const found = await runner.installed?.find(ready.program, ready);
  return executeEngine(runner, ready, found?.version ?? null);
}
