import type { Sha256 } from '#model/ids.ts';
import { pathInRepository } from './rules/findings/place.ts';
import { type CachedRun, cacheVersion, isWorthKeeping } from './rules/outcome/cached-run.ts';
import { nameEvidence } from './rules/outcome/evidence.ts';
import { maskRepository } from './rules/outcome/movable.ts';
import { reclassify } from './rules/outcome/reclassify.ts';
import { serializePlan } from './rules/scope/same-plan.ts';
import { findFileNames, type ReadScope } from './rules/scope/what-is-read.ts';
import type { ContentSnapshot } from './needs/contents.ts';
import type { EngineCache } from './needs/engine-cache.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { Installed } from './needs/installed.ts';
import { type EngineExecution, buildRunSpec } from './execute-engine.ts';
import { fixedEnvFor, type ReadyEngine } from './run-tool.ts';

export interface InstallationReader {
  readonly installed: Installed;
  readonly hash: Hash;
}

/** The name of a result: all that it rests on. undefined: some of that cannot be known, so nothing is kept. */
export async function cacheKey(
  deps: InstallationReader,
  ready: ReadyEngine,
  snapshot: ContentSnapshot,
): Promise<Sha256 | undefined> {
  const { plan, program, repository, installedIn = repository } = ready;
  const { reads } = ready.engine;
  // What variables of the caller hold is not known.
  if (reads === 'anything' || plan.pass !== undefined) return undefined;
  const known = await describeInstallation(deps, ready);
  if (known === undefined) return undefined;
  const content = await snapshot.digest(readScopeOf(ready, reads));
  if (content === undefined) return undefined;
  const started = JSON.stringify([program, known.spec, known.stamps]);
  const text = JSON.stringify([
    cacheVersion,
    serializePlan(plan),
    maskRepository(maskRepository(started, installedIn), repository),
    fixedEnvFor(ready.engine),
    content,
  ]);
  return deps.hash.sha256(text);
}

/** How the tool is started, and what is installed to start; undefined: that cannot be known. */
export async function describeInstallation({ installed }: InstallationReader, ready: ReadyEngine) {
  const spec = JSON.stringify(buildRunSpec(ready, '/scratch'));
  const stamps = await Promise.all(
    listPrograms(ready, spec).map((one) => installed.find(one, placeOfTools(ready))),
  );
  return stamps.includes(undefined) ? undefined : { spec, stamps };
}

/** Where what a tool is made of lies, and the folder in which it runs. */
export function placeOfTools({ repository, installedIn = repository, cwd }: ReadyEngine) {
  return { repository: installedIn, cwd };
}

/** What was found before under this key, judged as it would be judged today. */
export async function loadCachedRun(
  store: EngineCache,
  key: Sha256,
  { engine, plan, repository }: ReadyEngine,
): Promise<EngineExecution | undefined> {
  const cached = await store.load(key, repository);
  if (cached === undefined) return undefined;
  const { findings, tests, coverage, facts, keptAs } = cached;
  // Equal plans may differ in their mode and in who chose the scope.
  const { outcome, judgement } = reclassify(
    { outcome: { ...cached.outcome, plan }, facts },
    engine.check.catalog,
  );
  const { degraded } = judgement;
  const before = keptAs && { name: keptAs, read: () => store.loadWritten(key, repository) };
  const loaded = { outcome, facts, degraded, findings, tests, coverage, ...(before && { before }) };
  return worthKeeping(engine, loaded) ? loaded : undefined;
}

/** Keeps a result, unless it may not hold the next time. */
export async function saveCachedRun(
  { store, hash }: { readonly store: EngineCache; readonly hash: Hash },
  key: Sha256,
  { run, ready }: { readonly run: EngineExecution; readonly ready: ReadyEngine },
): Promise<void> {
  if (!worthKeeping(ready.engine, run)) return;
  const { written } = run;
  const keptAs = written && nameEvidence(hash.hex, ready.plan, written)[0].name;
  const cached = { ...toCachedRun(run), ...(keptAs !== undefined && { keptAs }) };
  await store.save(key, ready.repository, { run: cached, written });
}

/** Whether saving is possible at all, before more is done for it. */
export function worthKeeping(
  { scope }: ReadyEngine['engine'],
  run: Pick<EngineExecution, 'outcome' | 'tests'>,
): boolean {
  const ranTests = scope === 'tests' || run.tests !== undefined;
  return isWorthKeeping(run.outcome, { ranTests });
}

/** The interpreter counts only where an argument of the tool names it. */
function listPrograms({ program, python }: ReadyEngine, spec: string) {
  const named = python !== undefined && spec.includes(JSON.stringify(python).slice(1, -1));
  return named ? [program, [python, '-m', 'python'] as const] : [program];
}

/** What the engine reads under its plan. */
export function readScopeOf(
  { engine, plan, repository, cwd }: ReadyEngine,
  reads: ReadScope['reads'],
): ReadScope {
  const { judges, configNames } = engine;
  const { root, scope, args, options } = plan;
  const { path } = plan.config;
  const config = path === null ? null : (pathInRepository(path, { repository, cwd }) ?? path);
  const named = findFileNames(JSON.stringify([args, options]));
  const kinds = engine.readsKinds?.(plan);
  return { root, scope, judges, reads, kinds, configNames, config, named };
}

function toCachedRun({ outcome, facts, findings, tests, coverage }: EngineExecution): CachedRun {
  return {
    version: cacheVersion,
    outcome,
    facts,
    findings: findings.map((finding) => ({ ...finding })),
    ...(tests !== undefined && { tests: tests.map((test) => ({ ...test })) }),
    ...(coverage !== undefined && {
      coverage: coverage.map((file) => ({ ...file, uncovered: [...file.uncovered] })),
    }),
  };
}
