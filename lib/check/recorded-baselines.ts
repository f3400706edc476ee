import { type BaselineSnapshot, baselineSnapshot } from '#model/baseline.ts';
import { type ArtifactKey, artifactName } from '#model/artifact.ts';
import type { RunId, Sha } from '#model/ids.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { parseJson } from '#base/json.ts';
import { findTrouble } from './rules/findings/base-trouble.ts';
import { growBaseline } from './rules/findings/baseline-rules.ts';
import type { Collected } from './collect-findings.ts';
import type { ArtifactStores } from './store-artifact.ts';

/** Keeps what engines said of a commit. */
export interface BaselineStores extends ArtifactStores {
  readonly runs: RunStore;
}

/** What was recorded of a commit, by engine: of all engines, or of this one alone. */
export type RecordedOf = (
  commit: Sha,
  engine?: string,
) => Promise<ReadonlyMap<string, BaselineSnapshot>>;

/** Of an engine that was recorded twice, the newest. */
export async function findRecorded(
  { runs, artifacts }: Omit<BaselineStores, 'clock'>,
  repository: string,
  { commit, engine }: { readonly commit: Sha; readonly engine?: string | undefined },
): Promise<ReadonlyMap<string, BaselineSnapshot>> {
  const found = new Map<string, BaselineSnapshot>();
  const all = await runs.findBaselines(repository, commit);
  const recorded = all.filter((one) => engine === undefined || one.engine === engine);
  for (const one of recorded.toSorted((a, b) => a.recordedAt - b.recordedAt)) {
    const bytes = await artifacts.get(one.artifact);
    const parsed = baselineSnapshot.safeParse(bytes && parseJson(new TextDecoder().decode(bytes)));
    if (parsed.success) found.set(one.engine, parsed.data);
  }
  return found;
}

/** Keeps what an engine says of a commit, so that later changes are compared with it. */
export async function recordSnapshot(
  { runs, artifacts, clock }: BaselineStores,
  at: { readonly repository: string; readonly commit: Sha; readonly runId: RunId },
  snapshot: BaselineSnapshot,
): Promise<void> {
  const { repository, commit, runId } = at;
  const { engine, signature } = snapshot;
  const name = artifactName.parse(`baseline/${engine}.json`);
  const artifact: ArtifactKey = { runId, name };
  // The pointer goes last: what it names is there.
  await artifacts.put(artifact, new TextEncoder().encode(JSON.stringify(snapshot)));
  const recordedAt = clock.now();
  await runs.recordBaseline({ repository, commit, engine, signature, artifact, recordedAt });
}

/** What one engine says of a commit, all its runs together, with what kept any of them from being relied on. */
export function createSnapshot(
  engine: string,
  signature: string,
  runs: readonly Collected[],
): BaselineSnapshot {
  const troubles = runs.flatMap((run) => findTrouble(run) ?? []);
  const judged = runs.filter((run) => findTrouble(run)?.kind !== 'failed');
  const all = judged.flatMap(({ identified }) => identified());
  const { baseline } = growBaseline({ engine, entries: [] }, all, 'recorded');
  if (troubles.length > 0) {
    // What was not counted in full cannot be missed later.
    const unknown = { tests: null, coverage: null };
    const entries = [...baseline.entries];
    return { schemaVersion: 1, engine, signature, entries, ...unknown, troubles };
  }
  const tests = runs
    .flatMap((run) => run.tests ?? [])
    .map((test) => {
      const { passes: _, ...kept } = test;
      return kept;
    });
  const numbers = runs.flatMap((run) =>
    (run.numbers ?? []).map(({ number: { name, value } }) => [name, value] as const),
  );
  const coverage = runs.flatMap((run) => Object.entries(run.coverage ?? {}));
  return {
    schemaVersion: 1,
    engine,
    signature,
    entries: [...baseline.entries],
    tests: runs.some((run) => run.tests !== null) ? tests : null,
    coverage: runs.some((run) => run.coverage !== null) ? Object.fromEntries(coverage) : null,
    ...(numbers.length > 0 && { numbers: Object.fromEntries(numbers) }),
  };
}
