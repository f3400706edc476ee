import type { RunId, Sha } from '#domain/model/ids.ts';
import type { Copies } from '#ports/copies.ts';
import type { CheckDeps, CheckInput } from './check-repository.ts';
import { type Collected, collectFindings } from './collect-findings.ts';
import { type HoldDeps, type HoldInput, holdRun } from './hold-run.ts';
import { findRecorded, record, type RecordedDeps, snapshotOf } from './recorded-baselines.ts';

interface RecordAt {
  /** The name under which the repository is known to the store. */
  readonly repository: string;
  readonly commit: Sha;
  readonly runId: RunId;
}

export interface BaseToRecord {
  readonly at: RecordAt;
  /** The tree of the commit. */
  readonly tree: Sha;
  readonly input: CheckInput;
  /** Folders of dependencies that the copy of it shares. */
  readonly linked: readonly string[];
}

/** Finds out what the engines say of a commit that others are compared with, once; what was recorded of it stays. */
export async function recordBase(
  deps: CheckDeps & RecordedDeps & { readonly copies: Copies },
  { at, tree, input, linked }: BaseToRecord,
): Promise<void> {
  const known = await findRecorded(deps, at.repository, at.commit);
  const entries = input.schedule.entries.filter(
    ({ engine, mode }) => mode === 'target' && !known.has(engine),
  );
  if (entries.length === 0) return;
  const copy = await deps.copies.open(tree, { hidden: [], linked });
  try {
    const schedule = { ...input.schedule, entries };
    const inCopy = { ...input, repository: copy.path, schedule };
    const own = { ...deps, ids: { runId: () => at.runId } };
    const collected = await collectFindings(own, inCopy, async () => noChange);
    for (const runs of Map.groupBy(collected, ({ scheduled }) => scheduled.engine).values()) {
      await recordEngine(
        deps,
        { input: { ...inCopy, base: { ...noChange, commit: at.commit } }, at },
        runs,
      );
    }
  } finally {
    await copy.release();
  }
}

/** A commit does not differ from itself. */
const noChange: Omit<HoldInput['base'], 'commit'> = {
  ref: null,
  because: null,
  changes: { renames: new Map(), deleted: new Set(), changed: new Set() },
  isChangedLine: () => false,
  readFile: async () => undefined,
};

export interface EngineToRecord {
  readonly at: RecordAt;
  readonly input: Omit<HoldInput, 'baseline'>;
}

/** Records what the runs of one engine say, and how many findings; undefined: its result is not sure, so nothing is recorded. */
export async function recordEngine(
  deps: HoldDeps & RecordedDeps,
  { at, input }: EngineToRecord,
  runs: readonly Collected[],
): Promise<number | undefined> {
  const [first] = runs;
  if (first === undefined) return undefined;
  const { engine } = first.scheduled;
  const baseline = {
    use: { source: 'none', because: '' },
    baseline: { engine, entries: [] },
  } as const;
  const { signature } = await holdRun(deps, { ...input, baseline }, first);
  const snapshot = snapshotOf(engine, signature, runs);
  if (snapshot === undefined) return undefined;
  await record(deps, at, snapshot);
  return snapshot.entries.length;
}
