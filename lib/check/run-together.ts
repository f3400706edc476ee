import type { ContentSnapshot } from './needs/contents.ts';
import type { EngineRunner } from './needs/engine-host.ts';
import {
  cacheKey,
  loadCachedRun,
  placeOfTools,
  saveCachedRun,
  worthKeeping,
} from './cached-runs.ts';
import { type EngineExecution, executeEngines } from './execute-engine.ts';
import type { TestTurn } from './needs/test-turns.ts';
import { type ReadyEngine, runsTests } from './run-tool.ts';

type AtLeastOne<Item> = readonly [Item, ...Item[]];

/** Serves several engines by one run, without those whose result is known from before. */
export async function runTogether(
  runner: EngineRunner,
  readies: AtLeastOne<ReadyEngine>,
  snapshot: ContentSnapshot | undefined,
): Promise<readonly EngineExecution[]> {
  const began = runner.clock.now();
  const known = await Promise.all(readies.map((one) => findKnownRun(runner, one, snapshot)));
  const elapsedMs = Math.max(0, Math.round(runner.clock.now() - began));
  const loaded = known.flatMap(({ run }) =>
    run === undefined ? [] : [{ ...run, outcome: { ...run.outcome, durationMs: elapsedMs } }],
  );
  const [first, ...others] = known.filter(({ run }) => run === undefined);
  if (first === undefined) return loaded;
  const missing = [first, ...others];
  const executed = await executeTogether(runner, [
    first.ready,
    ...others.map(({ ready }) => ready),
  ]);
  for (const [index, run] of executed.entries()) {
    const { ready, findKey } = missing[index] ?? first;
    await keepRun(runner, { ready, run, findKey, before: snapshot });
  }
  return [...loaded, ...executed];
}

type FindKey = (content: ContentSnapshot) => ReturnType<typeof cacheKey>;

interface KnownRun {
  readonly ready: ReadyEngine;
  readonly findKey: FindKey;
  /** Absent: it has to be run. */
  readonly run?: EngineExecution;
}

async function findKnownRun(
  { cache, installed, hash }: EngineRunner,
  ready: ReadyEngine,
  snapshot: ContentSnapshot | undefined,
): Promise<KnownRun> {
  const findKey: FindKey = async (content) =>
    installed === undefined ? undefined : cacheKey({ installed, hash }, ready, content);
  const key = snapshot === undefined ? undefined : await findKey(snapshot);
  const run = key && cache && (await loadCachedRun(cache.store, key, ready));
  return { ready, findKey, ...(run !== undefined && { run }) };
}

interface EndedTogether extends Omit<KnownRun, 'run'> {
  readonly run: EngineExecution;
  /** What it was meant to judge. */
  readonly before: ContentSnapshot | undefined;
}

/** A file may have changed while the engine ran: then it is not known which content it judged. */
async function keepRun(
  { cache, hash }: EngineRunner,
  { ready, run, findKey, before }: EndedTogether,
): Promise<void> {
  if (cache === undefined || before === undefined || !worthKeeping(ready.engine, run)) return;
  const key = await findKey(before);
  const after = await cache.contents.snapshot(ready.repository);
  if (key === undefined || (await findKey(after)) !== key) return;
  await saveCachedRun({ store: cache.store, hash }, key, { run, ready });
}

/** Runs the tool for all of them, with the versions that are known. */
export async function executeTogether(
  runner: EngineRunner,
  [first, ...others]: AtLeastOne<ReadyEngine>,
): Promise<AtLeastOne<EngineExecution>> {
  const withVersion = async (ready: ReadyEngine) => {
    runner.progress?.started(ready.plan);
    const found = await runner.installed?.find(ready.program, placeOfTools(ready));
    return { ready, version: (isItsOwn(ready) ? found?.version : null) ?? null };
  };
  const turn = await takeTurn(runner, first);
  try {
    return await executeEngines(runner, [
      await withVersion(first),
      ...(await Promise.all(others.map(withVersion))),
    ]);
  } finally {
    await turn?.release();
  }
}

/** Another process may run tests of this checkout. A suite that checks its own checkout waits for itself, so not for ever. */
async function takeTurn(
  { testTurns, log }: EngineRunner,
  { engine, repository: folder, timeoutMs: longestMs, signal }: ReadyEngine,
): Promise<TestTurn | undefined> {
  if (!runsTests(engine)) return undefined;
  const onWait = (process: number): void =>
    log.warn('Another process runs tests in this folder; these begin when it has ended', {
      folder,
      process,
    });
  return testTurns?.take({ folder, longestMs, signal, onWait });
}

/** A program that stands in place of that of the engine has versions of its own, and only tells that of what it runs. */
function isItsOwn({ engine: { program }, program: words }: ReadyEngine): boolean {
  if (program.kind !== 'node-bin' || program.instead === undefined) return true;
  return words.some((word) => word.includes(`/${program.package}/`));
}
