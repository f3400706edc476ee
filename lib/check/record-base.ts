import { join } from 'node:path';
import type { BaselineSnapshot } from '#model/baseline.ts';
import type { RunId, Sha } from '#model/ids.ts';
import type { Copies } from './needs/copies.ts';
import type { Scheduled } from './rules/scope/schedule.ts';
import type { CheckInput, CheckServices } from './check-repository.ts';
import type { Collected } from './collect-findings.ts';
import type { HoldInput } from './hold-run.ts';
import type { TreeReader } from './name-findings.ts';
import { joinBaseRuns } from './rules/findings/base-noise.ts';
import { type BaseToJudge, judgeBase, snapshotRuns } from './judge-base.ts';
import { type BaselineStores, findRecorded, recordSnapshot } from './recorded-baselines.ts';

interface RecordAt {
  /** The name under which the repository is known to the store. */
  readonly repository: string;
  readonly commit: Sha;
  readonly runId: RunId;
}

export interface BaseToRecord extends Omit<BaseToJudge, 'commit' | 'runId'> {
  readonly at: RecordAt;
}

/**
 * Finds out what the engines say of a commit that others are compared with, once; what was recorded of it stays. What
 * went wrong there is tried again, for a machine may have been short of time, and so is what another version said.
 */
export async function recordBase(
  deps: CheckServices & BaselineStores & { readonly copies: Copies },
  { at, entries: all, ...base }: BaseToRecord,
): Promise<void> {
  const [known, installed] = await Promise.all([
    findRecorded(deps, at.repository, { commit: at.commit }),
    readInstalledVersions(deps, base.input, all),
  ]);
  const entries = all.filter(({ engine }) => !isCurrent(known.get(engine), installed.get(engine)));
  if (entries.length === 0) return;
  const judge = (some: BaseToRecord['entries']) =>
    judgeBase(deps, { ...base, commit: at.commit, runId: at.runId, entries: some });
  const judged = await judge(entries);
  const doubtful = new Set(judged.filter((one) => mayBeNoisy(one, base.input)).map(engineOf));
  const again = entries.filter(({ engine }) => doubtful.has(engine));
  const twice = again.length === 0 ? [] : await judge(again);
  for (const snapshot of judged) {
    const second = twice.find(({ engine }) => engine === snapshot.engine) ?? snapshot;
    const joined = joinBaseRuns(snapshot, second);
    const version = installed.get(snapshot.engine);
    await recordSnapshot(
      deps,
      at,
      version === undefined ? joined : { ...joined, installed: version },
    );
  }
}

/** Tests that fail at the base are worth a second run: what it finds otherwise would be blamed on a change. */
function mayBeNoisy(
  { engine, entries, troubles }: BaselineSnapshot,
  { engines }: BaseToRecord['input'],
): boolean {
  const isOfTests = engines.get(engine)?.scope === 'tests';
  return isOfTests && entries.length > 0 && troubles === undefined;
}

function engineOf({ engine }: BaselineSnapshot): string {
  return engine;
}

/** Another version of a tool finds other things, and what it finds anew came with no change. */
export function isCurrent(
  snapshot: Pick<BaselineSnapshot, 'installed' | 'troubles'> | undefined,
  installed: string | undefined,
): boolean {
  if (snapshot === undefined || snapshot.troubles !== undefined) return false;
  const { installed: before } = snapshot;
  return before === undefined || installed === undefined || before === installed;
}

/** The versions that are installed for each engine, as far as files tell. */
export async function readInstalledVersions(
  { installed }: Pick<CheckServices, 'installed'>,
  {
    engines,
    programOf,
    repository: checkout,
    installedIn: repository = checkout,
  }: Pick<CheckInput, 'engines' | 'installedIn' | 'programOf' | 'repository'>,
  entries: readonly Pick<Scheduled, 'engine' | 'plan'>[],
): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const { engine: id, plan } of entries) {
    const engine = engines.get(id);
    if (engine === undefined) continue;
    const cwd = join(repository, plan.root);
    const found = await installed?.find(programOf(engine, plan.root), { repository, cwd });
    const before = versions.get(id)?.split(' ') ?? [];
    if (found?.version) versions.set(id, [...new Set([...before, found.version])].join(' '));
  }
  return versions;
}

export interface EngineToRecord {
  readonly at: RecordAt;
  readonly input: Omit<HoldInput, 'baseline'>;
}

/** Records what the runs of one engine say of the commit that they judged. */
export async function recordEngine(
  deps: TreeReader & BaselineStores,
  { at, input }: EngineToRecord,
  runs: readonly Collected[],
): Promise<BaselineSnapshot | undefined> {
  const snapshot = await snapshotRuns(deps, input, runs);
  if (snapshot !== undefined) await recordSnapshot(deps, at, snapshot);
  return snapshot;
}
