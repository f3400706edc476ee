import type { EngineOutcome } from '#model/engine-outcome.ts';
import type { Baseline, BaselineEntry } from './baseline.ts';
import type { Identifiable, Identified } from './identity.ts';
import type { Mark } from './match.ts';

interface BaselineChange {
  readonly kind: 'accepted' | 'deleted' | 'edited' | 'fixed' | 'moved' | 'renamed';
  readonly entry: BaselineEntry;
  /** The entry that replaces it, if any. */
  readonly after?: BaselineEntry;
  readonly reason: string;
}

export interface BaselineUpdate {
  readonly baseline: Baseline;
  readonly changes: readonly BaselineChange[];
  /** Why less was done than requested. */
  readonly held?: string;
}

type Trust = 'category' | 'completeness' | 'warnings';

export interface JudgedRun extends Readonly<Pick<EngineOutcome, Trust>> {
  readonly signature: string;
  /** The run's findings against this very baseline. */
  readonly marks: readonly Mark<Identifiable>[];
  /** Whether the run covered a file, by its new path. The marks were made with the same function. */
  readonly inScope: (path: string) => boolean;
  readonly deleted: ReadonlySet<string>;
  /** Old path to new path. */
  readonly renames: ReadonlyMap<string, string>;
}

/** Takes out what is repaired and follows the files. Nothing is ever added. */
export function shrinkBaseline(baseline: Baseline, run: JudgedRun): BaselineUpdate {
  const held = explainHeld(baseline, run);
  const tolerated = marksByEntry(run.marks);
  const fates = baseline.entries.map((entry) =>
    decideFate(entry, tolerated.get(entry)?.pop(), { ...run, trusted: held === undefined }),
  );
  return {
    baseline: { ...baseline, entries: fates.flatMap(({ stays }) => (stays ? [stays] : [])) },
    changes: fates.flatMap(({ change }) => (change ? [change] : [])),
    ...(held === undefined ? {} : { held }),
  };
}

/** The only way for a baseline to grow: a person accepts findings and gives a reason. */
export function growBaseline(
  baseline: Baseline,
  findings: readonly Identified[],
  reason: string,
): BaselineUpdate {
  if (reason.trim() === '') {
    return { baseline, changes: [], held: 'Nothing was accepted: say why with a reason.' };
  }
  const added = findings.map(toBaselineEntry);
  return {
    baseline: { ...baseline, entries: [...baseline.entries, ...added] },
    changes: added.map((entry) => ({ kind: 'accepted', entry, reason })),
  };
}

type Tolerated = Extract<Mark<Identifiable>, { verdict: 'tolerated' }>;

interface Fate {
  readonly stays?: BaselineEntry;
  readonly change?: BaselineChange;
}

function explainHeld(baseline: Baseline, run: JudgedRun): string | undefined {
  const doubt = explainDoubt(run);
  if (doubt !== undefined) return `Nothing counts as fixed, because ${doubt}`;
  if (run.signature === baseline.signature) return undefined;
  return 'Nothing counts as fixed, because the run had other rules or another configuration than the baseline.';
}

function explainDoubt({ category, completeness, warnings }: JudgedRun): string | undefined {
  if (completeness.kind !== 'complete') return `the run is not complete: ${completeness.reason}`;
  if (category === 'tool_failure' || category === 'unknown') return 'the engine failed.';
  return warnings[0] === undefined ? undefined : `the result is not sure: ${warnings[0]}`;
}

function marksByEntry(
  marks: readonly Mark<Identifiable>[],
): ReadonlyMap<BaselineEntry, Tolerated[]> {
  const byEntry = new Map<BaselineEntry, Tolerated[]>();
  for (const mark of marks) {
    if (mark.verdict === 'new') continue;
    byEntry.set(mark.entry, [...(byEntry.get(mark.entry) ?? []), mark]);
  }
  return byEntry;
}

function decideFate(
  entry: BaselineEntry,
  mark: Tolerated | undefined,
  run: JudgedRun & { readonly trusted: boolean },
): Fate {
  const isDeleted = run.deleted.has(entry.path);
  // From a partial run, a copy elsewhere does not show that the original is gone.
  if (mark !== undefined && (run.trusted || isDeleted)) return carryEntry(entry, mark);
  if (isDeleted) return dropEntry('deleted', entry, 'The file was deleted.');
  const path = run.renames.get(entry.path) ?? entry.path;
  if (mark === undefined && run.trusted && run.inScope(path)) {
    return dropEntry('fixed', entry, 'A complete run does not find it any more.');
  }
  return followRename(entry, path);
}

function dropEntry(kind: 'deleted' | 'fixed', entry: BaselineEntry, reason: string): Fate {
  return { change: { kind, entry, reason } };
}

// Only what the next match would not recognize is written anew: all other lines stay as they are.
function carryEntry(entry: BaselineEntry, { by, found }: Tolerated): Fate {
  if (by !== 'edited' && by !== 'moved') return followRename(entry, found.identity.path);
  const after = toBaselineEntry(found);
  const reason = by === 'edited' ? 'Its line was edited.' : `It is in ${found.identity.path} now.`;
  return { stays: after, change: { kind: by, entry, after, reason } };
}

function followRename(entry: BaselineEntry, path: string): Fate {
  if (path === entry.path) return { stays: entry };
  const after = { ...entry, path };
  const reason = `The file was renamed to ${path}.`;
  return { stays: after, change: { kind: 'renamed', entry, after, reason } };
}

function toBaselineEntry({ finding, identity }: Identified): BaselineEntry {
  return { ...identity, message: finding.message };
}
