import { changedConfigurations } from './rules/configuration/changed-configuration.ts';
import { configNameTest, isCodeOfTests } from './rules/configuration/config-names.ts';
import { fileName } from './rules/judging/judged-turn.ts';
import { decidesTools } from './rules/repository/tool-files.ts';
import type { BaselineSnapshot } from '#model/baseline.ts';
import type { RunId, Sha } from '#model/ids.ts';
import type { Scheduled } from './rules/scope/schedule.ts';
import type { Copies } from './needs/copies.ts';
import type { CheckServices, CheckInput } from './check-repository.ts';
import { type Collected, collectFindings } from './collect-findings.ts';
import { type HoldInput, holdRun } from './hold-run.ts';
import type { TreeReader } from './name-findings.ts';
import { type Base, compareWithCommit } from './read-base.ts';
import { listTurnedPaths, readTurns } from './read-turns.ts';
import { createSnapshot } from './recorded-baselines.ts';

export interface BaseToJudge {
  readonly commit: Sha;
  /** The tree of the commit. */
  readonly tree: Sha;
  readonly input: CheckInput;
  /** What of the repository as it is now is to be judged there: engines on their whole scope. */
  readonly entries: readonly Scheduled[];
  /** Folders of dependencies that the copy of it shares. */
  readonly linked: readonly string[];
  /** What would be judged if the base were all there is, in a folder that holds it. */
  readonly planIn: (folder: string) => Promise<readonly Scheduled[]>;
  /** Files by which tools are installed and started here, beside those that are so everywhere. */
  readonly toolFiles: readonly string[];
  readonly runId: RunId;
}

/** Finds out what engines say of a commit that others are compared with; of one whose failure may not be its own, nothing. */
export async function judgeBase(
  deps: Omit<CheckServices, 'judgeBase'> & { readonly copies: Copies },
  base: BaseToJudge,
): Promise<readonly BaselineSnapshot[]> {
  const { input, tree, linked, entries } = base;
  const copy = await deps.copies.open(tree, { hidden: [], linked });
  try {
    const schedule = { ...input.schedule, entries };
    const inCopy = {
      ...input,
      repository: copy.path,
      schedule,
      numbersAtBase: undefined,
      evidence: undefined,
    };
    const own = { ...deps, progress: undefined, ids: { runId: () => base.runId } };
    const collected = await collectFindings(own, inCopy, async () => noChange);
    // What was stopped says nothing of the commit.
    if (input.signal?.aborted === true) return [];
    const atCommit = { ...inCopy, base: { ...noChange, commit: base.commit } };
    const snapshots = await Promise.all(
      [...groupRuns(collected)].map(([, runs]) => snapshotRuns(deps, atCommit, runs)),
    );
    const all = snapshots.flatMap((one) => one ?? []);
    if (!all.some(isDoubtful)) return all;
    const isOwn = await findOwnFailures(deps, base, copy.path);
    return all.flatMap((one) => (!isDoubtful(one) || isOwn(one) ? one : withoutFailures(one)));
  } finally {
    await copy.release();
  }
}

/** What the runs of one engine say of the commit that they judged; undefined: there is none. */
export async function snapshotRuns(
  deps: TreeReader,
  input: Omit<HoldInput, 'baseline'>,
  runs: readonly Collected[],
): Promise<BaselineSnapshot | undefined> {
  const [first] = runs;
  if (first === undefined) return undefined;
  const { engine } = first.scheduled;
  const baseline = {
    use: { source: 'none', because: '' },
    baseline: { engine, entries: [] },
  } as const;
  const { signature } = await holdRun(deps, { ...input, baseline }, first);
  return createSnapshot(engine, signature, runs);
}

function groupRuns(collected: readonly Collected[]) {
  return Map.groupBy(collected, ({ scheduled }) => scheduled.engine);
}

/** A commit does not differ from itself. */
const noChange: Omit<Base, 'commit'> = {
  ref: null,
  because: null,
  changes: { renames: new Map(), deleted: new Set(), changed: new Set() },
  isChangedLine: () => false,
  readFile: async () => undefined,
};

function isDoubtful({ troubles = [] }: BaselineSnapshot): boolean {
  return troubles.some(({ kind }) => kind !== 'partial');
}

/** What was found was found; how it was judged forgives nothing. */
function withoutFailures(snapshot: BaselineSnapshot): readonly BaselineSnapshot[] {
  const { troubles = [] } = snapshot;
  if (troubles.some(({ kind }) => kind === 'failed')) return [];
  return [{ ...snapshot, troubles: troubles.map((one) => ({ ...one, kind: 'partial' })) }];
}

/**
 * Tells failures of the base from those that the change brought there: the base is judged by tools that were installed
 * for the change, so what it does to them, to their configuration or to the choice of engines makes the base fail, too.
 */
async function findOwnFailures(
  deps: Omit<CheckServices, 'judgeBase'>,
  { commit, input, planIn, toolFiles }: BaseToJudge,
  folder: string,
): Promise<(snapshot: BaselineSnapshot) => boolean> {
  const { repository, facts, engines } = input;
  const base = await compareWithCommit(deps, { repository, facts }, commit);
  const paths = listTurnedPaths({ base });
  if (paths.some((path) => decidesTools(path) || toolFiles.includes(path))) return () => false;
  const changed = await readTurns(deps.sources, { repository, facts, base }, paths);
  const configured = changedConfigurations(changed, [...engines.values()], {
    parse: (path, text) => deps.sources.parseManifest(path, text),
    running: new Set(engines.keys()),
    named: new Set(),
  });
  const reconfigured = new Set([...configured.values()].flat().map(({ id }) => id));
  const isLoaded = configNameTest(paths.filter(isCodeOfTests).map(fileName));
  for (const { id, configNames } of engines.values()) {
    if (configNames.some(isLoaded)) reconfigured.add(id);
  }
  const planned = await planIn(folder);
  return ({ engine, troubles = [] }) =>
    !reconfigured.has(engine) &&
    troubles.every(({ root }) =>
      planned.some((one) => one.engine === engine && one.plan.root === root),
    );
}
