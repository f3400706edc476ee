import { orderRuns } from './rules/scope/running-order.ts';
import type { Schedule, Scheduled } from './rules/scope/schedule.ts';
import { shareRuns, type SharedRun, type SharingRules } from './rules/scope/shared-runs.ts';
import type { Engine } from '#engines/contract.ts';
import type { ContentSnapshot } from './needs/contents.ts';
import type { EngineRunner } from './needs/engine-host.ts';
import { cacheKey, loadCachedRun, saveCachedRun, worthKeeping } from './cached-runs.ts';
import type { EngineExecution } from './execute-engine.ts';
import type { ToolMachine } from './isolate-tool.ts';
import { gradeFinding } from './rules/findings/gate.ts';
import type { NumbersAtBase } from './rules/findings/numbers.ts';
import type { JudgingEnvironment } from './needs/environments.ts';
import type { EvidenceKeeper } from './needs/evidence.ts';
import type { InFolder } from './programs/project-environment.ts';
import { returnState, takeState, wantsFreshRun } from './kept-state.ts';
import { type ReadyEngine, runsTests, type VariablesOf } from './run-tool.ts';
import { runBesideTests } from './run-beside-tests.ts';
import { executeTogether, runTogether } from './run-together.ts';

export interface RunEnginesInput {
  /** Absolute path of the repository. */
  readonly repository: string;
  /** Where what the code needs is installed, absolute; absent: in the repository. */
  readonly installedIn?: string | undefined;
  /** Held against its seal before and after; absent: there is none. */
  readonly environment?: JudgingEnvironment | undefined;
  readonly schedule: Schedule;
  readonly engines: ReadonlyMap<string, Engine>;
  /** The program of an engine in one root, without arguments. */
  readonly programOf: (engine: Engine, root: string) => readonly [string, ...string[]];
  /** The interpreter whose packages the code of a root sees, absolute. */
  readonly pythonOf?: (root: string, engine: string) => string | undefined;
  /** Variables that every tool in a root sees, where the code lies in this folder: the repository or a copy of it. */
  readonly variablesOf?: VariablesOf;
  /** Absent: nothing is known of it. */
  readonly machine?: ToolMachine | undefined;
  /** A program of the repository's environments as a copy of it has them; absent: as it is. */
  readonly inFolder?: InFolder;
  /** What numbers are held against; absent: nothing. */
  readonly numbersAtBase?: NumbersAtBase | undefined;
  /** Keeps what tools write; absent: nothing of it is kept. */
  readonly evidence?: EvidenceKeeper | undefined;
  /** Whether an engine is one of the operator's own tools in a root; absent: none is. */
  readonly isPinned?: (engine: string, root: string) => boolean;
  readonly timeoutOf: (engine: string) => number;
  /** Why the program of an engine is not installed in one root; absent: nothing is known. */
  readonly missingOf?: (engine: Engine, root: string) => string | undefined;
  /** What the settings leave out, relative to the repository; absent: nothing. */
  readonly isExcluded?: (path: string) => boolean;
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
  const shared = shareRuns(orderRuns(waiting, perFile), sharingRules(input));
  const done: EngineRun[] = [];
  const runOne = async (next: SharedRun): Promise<void> => {
    done.push(...(await runShared(runner, input, { shared: next, snapshot })));
  };
  const isOfTests = (one: SharedRun): boolean =>
    one.some(({ engine }) => runsTests(input.engines.get(engine)));
  await runBesideTests(shared, { parallel: input.parallel, isOfTests, run: runOne });
  await snapshot?.remember();
  return waiting.flatMap((scheduled) => done.filter((run) => run.scheduled === scheduled));
}

function sharingRules({ engines, programOf }: RunEnginesInput): SharingRules {
  return {
    joins: (id) => engines.get(id)?.joins?.engine,
    startOf: ({ engine: id, plan }) => {
      const engine = engines.get(id);
      return engine === undefined ? [] : programOf(engine, plan.root).slice(0, -1);
    },
  };
}

interface StartedTogether {
  readonly shared: SharedRun;
  readonly snapshot: ContentSnapshot | undefined;
}

async function runShared(
  runner: EngineRunner,
  input: RunEnginesInput,
  { shared: [first, ...others], snapshot }: StartedTogether,
): Promise<readonly EngineRun[]> {
  const host = makeReady(input, first);
  const guests = others.map((one) => makeReady(input, one));
  const runs =
    guests.length === 0
      ? [await runOrLoad(runner, host, snapshot)]
      : await runTogether(runner, [host, ...guests], snapshot);
  return [first, ...others].flatMap((scheduled) => {
    const run = runs.find(({ outcome }) => outcome.plan === scheduled.plan);
    if (run === undefined) return [];
    runner.progress?.finished(scheduled.plan, run.outcome);
    const findings = run.findings.map((one) => gradeFinding(scheduled.plan, one));
    return [{ ...run, findings, scheduled, cwd: host.cwd }];
  });
}

/** All that the run of one engine needs. */
export function makeReady(input: RunEnginesInput, { engine: id, plan }: Scheduled): ReadyEngine {
  const engine = input.engines.get(id);
  if (engine === undefined) throw new Error(`No engine ${id} to run`);
  const { repository, installedIn, signal } = input;
  const here = (path: string): string => input.inFolder?.(path, repository) ?? path;
  const [first, ...words] = input.programOf(engine, plan.root);
  const python = input.pythonOf?.(plan.root, id);
  return {
    engine,
    plan,
    repository,
    installedIn,
    cwd: plan.root === '.' ? repository : `${repository}/${plan.root}`,
    program: [here(first), ...words.map(here)],
    python: python === undefined ? undefined : here(python),
    machine: input.machine,
    isPinned: input.isPinned?.(id, plan.root) === true,
    variables: input.variablesOf?.(plan.root, repository) ?? {},
    timeoutMs: input.timeoutOf(id),
    missing: input.missingOf?.(engine, plan.root),
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
  // A file may have changed while the engine ran: then it is not known which content it judged.
  const isSameContent = once(
    async () => (await findKey(await cache.contents.snapshot(ready.repository))) === key,
  );
  const run = await executeOnState(runner, ready, { snapshot, isSameContent });
  if (worthKeeping(ready.engine, run) && (await isSameContent())) {
    await saveCachedRun({ store: cache.store, hash }, key, { run, ready });
  }
  return run;
}

/** Lets the tool build on what it kept of earlier runs; what it could not do so, it does from the beginning. */
async function executeOnState(
  runner: EngineRunner,
  ready: ReadyEngine,
  {
    snapshot,
    isSameContent,
  }: { readonly snapshot: ContentSnapshot; readonly isSameContent: () => Promise<boolean> },
): Promise<EngineExecution> {
  const { cache: { toolState } = {}, installed, hash } = runner;
  if (toolState === undefined || installed === undefined) return executeWithVersion(runner, ready);
  const state = await takeState({ toolState, installed, hash }, ready, snapshot);
  if (state === undefined) return executeWithVersion(runner, ready);
  const run = await executeWithVersion(runner, { ...ready, kept: state.taken.folder });
  if (state.warm && wantsFreshRun(ready, run)) {
    await state.taken.drop();
    return executeWithVersion(runner, ready);
  }
  await returnState(state, run, isSameContent);
  return run;
}

function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let doing: Promise<Value> | undefined;
  return () => (doing ??= work());
}

async function executeWithVersion(
  runner: EngineRunner,
  ready: ReadyEngine,
): Promise<EngineExecution> {
  const [run] = await executeTogether(runner, [ready]);
  return run;
}
