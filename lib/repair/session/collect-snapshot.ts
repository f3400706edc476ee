import { findingId, type RunId, type Sha } from '#model/ids.ts';
import type { Finding } from '#model/finding.ts';
import type { BaselineSnapshot, BaseTrouble } from '#model/baseline.ts';
import { explainSameAtBase, findTrouble } from '#check/rules/findings/base-trouble.ts';
import type { Identified } from '#check/rules/findings/identity.ts';
import {
  type KnownFinding,
  newKnownFinding,
  type Recognized,
  recognize,
} from '../rules/session/known-finding.ts';
import type { FindingsSnapshot, EngineSnapshot } from '../rules/session/findings-snapshot.ts';
import type { Copies } from '#check/needs/copies.ts';
import type { Trees } from '../needs/trees.ts';
import { type Collected, collectFindings } from '#check/collect-findings.ts';
import type { CheckServices, CheckInput } from '#check/check-repository.ts';
import { holdRun } from '#check/hold-run.ts';
import { type Base, differsFromHead } from '#check/read-base.ts';
import { trustBaselines } from '#check/trust-baselines.ts';
import { linesSince } from './lines-since.ts';

export interface SnapshotServices extends Omit<CheckServices, 'ids'> {
  readonly copies: Copies;
  readonly trees: Trees;
}

export interface SnapshotInput {
  readonly runId: RunId;
  readonly check: CheckInput;
  readonly base: Base;
  /** Folders of dependencies that every copy shares. */
  readonly linked: readonly string[];
  /** Whether a finding is to be repaired when nothing tolerates it. */
  readonly wanted: (finding: Finding) => boolean;
}

export interface SnapshotRequest {
  readonly stage: string;
  readonly tree: Sha;
  /** What was known before; undefined: nothing, so the baselines decide what is to be repaired. */
  readonly before: FindingsSnapshot | undefined;
}

/** Runs all engines on a tree and says of every finding whether it was known. */
export async function collectSnapshot(
  deps: SnapshotServices,
  input: SnapshotInput,
  { stage, tree, before }: SnapshotRequest,
): Promise<FindingsSnapshot> {
  const began = deps.clock.now();
  const collected = await collectIn(deps, input, tree);
  const judged =
    before === undefined
      ? await judgeByBaselines(deps, input, collected)
      : await judgeByEarlier(deps, before, { collected, tree });
  const at = deps.clock.now();
  return { stage, tree, at, durationMs: at - began, runs: numberFindings(judged) };
}

async function collectIn(
  deps: SnapshotServices,
  input: SnapshotInput,
  tree: Sha,
): Promise<readonly Collected[]> {
  const { check, linked, runId } = input;
  const copy = await deps.copies.open(tree, { hidden: [], linked });
  try {
    const inCopy = { ...check, repository: copy.path };
    const own = { ...deps, ids: { runId: () => runId } };
    return await collectFindings(own, inCopy, linesSince(deps, input, tree));
  } finally {
    await copy.release();
  }
}

async function judgeByBaselines(
  deps: SnapshotServices,
  { check, base, wanted }: SnapshotInput,
  collected: readonly Collected[],
): Promise<readonly EngineSnapshot[]> {
  const recorded = base.commit === null ? new Map() : await deps.recordedOf(base.commit);
  const troubles = await troublesAtBase(deps, { check, base, recorded }, collected);
  const engines = [...new Set(collected.map(({ scheduled }) => scheduled.engine))];
  const place = { repository: check.repository, settings: check.baseline };
  const trusted = await trustBaselines(deps, place, { engines, base, recorded });
  const runs = collected.map(async (run) => {
    const baseline = trusted.get(run.scheduled.engine);
    if (baseline === undefined) throw new Error(`No baseline of ${run.scheduled.engine}`);
    const { isNew } = await holdRun(deps, { ...check, base, baseline }, run);
    const known = run.identified().map((found, index) => {
      const toRepair = isNew[index] === true && wanted(found.finding);
      return newKnownFinding(found, { toRepair, fromStart: true });
    });
    return newEngineSnapshot(run, known, troubles.get(run.scheduled.engine));
  });
  return Promise.all(runs);
}

/** What is known of it, and of engines that are in trouble here, what they say of the base now. */
async function troublesAtBase(
  deps: SnapshotServices,
  {
    check,
    base,
    recorded,
  }: Pick<SnapshotInput, 'base' | 'check'> & {
    readonly recorded: ReadonlyMap<string, BaselineSnapshot>;
  },
  collected: readonly Collected[],
): Promise<ReadonlyMap<string, readonly BaseTrouble[]>> {
  const { commit } = base;
  if (commit === null || !(await differsFromHead(deps, check, base))) return new Map();
  const inTrouble = collected.filter((run) => findTrouble(run) !== undefined);
  const ids = inTrouble.map(({ scheduled }) => scheduled.engine);
  const engines = new Set(ids.filter((id) => !recorded.has(id)));
  const judged =
    engines.size === 0 ? [] : ((await deps.judgeBase?.(check, { commit, engines })) ?? []);
  const known = [...recorded.values(), ...judged];
  return new Map(known.map(({ engine, troubles = [] }) => [engine, troubles]));
}

async function judgeByEarlier(
  deps: SnapshotServices,
  before: FindingsSnapshot,
  { collected, tree }: { readonly collected: readonly Collected[]; readonly tree: Sha },
): Promise<readonly EngineSnapshot[]> {
  const renames = renamesIn(await deps.trees.compare(before.tree, tree));
  return collected.map((run) => {
    const old = runBefore(before, run);
    const found = run.identified();
    const all = recognizeRun(deps, { run, found, old, renames, inScope: () => true });
    const snapshot = newEngineSnapshot(run, all.map(asKnownFinding), old?.atBase);
    return { ...snapshot, flaky: old?.flaky };
  });
}

export interface RunToRecognize {
  readonly run: Pick<Collected, 'sourceOf'>;
  readonly found: readonly Identified<Finding>[];
  readonly old: EngineSnapshot | undefined;
  readonly renames: ReadonlyMap<string, string>;
  readonly inScope: (path: string) => boolean;
}

export function recognizeRun(
  { hash }: SnapshotServices,
  { run, found, old, renames, inScope }: RunToRecognize,
): readonly Recognized[] {
  return recognize(
    { hash: (text) => hash.hex(text) },
    {
      found,
      known: [...(old?.known ?? []), ...(old?.flaky ?? [])],
      inScope,
      renames,
      sourceOf: run.sourceOf,
      oldSourceOf: old?.sourceOf ?? (() => undefined),
    },
  );
}

/** A finding that was not known is to be repaired: it came with the session. */
function asKnownFinding({ found, known }: Recognized): KnownFinding {
  const { toRepair = true, fromStart = false } = known ?? {};
  return newKnownFinding(found, { toRepair, fromStart });
}

/** The run of the same engine in the same root. */
export function runBefore(
  before: FindingsSnapshot,
  { scheduled }: Pick<Collected, 'scheduled'>,
): EngineSnapshot | undefined {
  return before.runs.find(
    ({ scheduled: { engine, plan } }) =>
      engine === scheduled.engine && plan.root === scheduled.plan.root,
  );
}

export function renamesIn(
  diff: readonly { readonly path: string; readonly oldPath?: string }[],
): ReadonlyMap<string, string> {
  return new Map(diff.flatMap(({ oldPath, path }) => (oldPath ? [[oldPath, path] as const] : [])));
}

function newEngineSnapshot(
  run: Collected,
  found: readonly KnownFinding[],
  atBase: readonly BaseTrouble[] | undefined,
): EngineSnapshot {
  const { scheduled, outcome, tests, coverage, sourceOf } = run;
  const same = explainSameAtBase(run, atBase);
  // What a broken tool says is no work for an agent, and the base has it like that.
  const isBroken = same !== undefined && outcome.error !== null;
  const known = isBroken ? found.map((one) => ({ ...one, toRepair: false })) : found;
  return {
    scheduled,
    outcome,
    known,
    tests,
    coverage,
    sourceOf,
    atBase,
    sameAtBase: same,
  };
}

/** An engine numbers its own findings; a run names each of all engines by a number of its own. */
function numberFindings(runs: readonly EngineSnapshot[]): readonly EngineSnapshot[] {
  let count = 0;
  return runs.map((run) => ({
    ...run,
    known: run.known.map((known) => {
      count += 1;
      const id = findingId.parse(`f${count}`);
      return { ...known, finding: { ...known.finding, id } };
    }),
  }));
}
