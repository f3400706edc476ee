import type { Engine } from '#engines/contract.ts';
import { isReliable } from '../rules/session/findings-snapshot.ts';
import { type KnownFinding, newKnownFinding, recognize } from '../rules/session/known-finding.ts';
import { narrowRuns } from '../rules/session/narrow-runs.ts';
import { isFindingOfTask } from '../rules/session/own-findings.ts';
import { permitsOf } from '../rules/tasks/task-policy.ts';
import { type DiffEntry, isFileAfterwards } from '../rules/verdict/diff.ts';
import { rejectMilderPlace } from '../rules/verdict/judge-moved.ts';
import { judgeReach } from '../rules/verdict/judge-reach.ts';
import { judgeUnsilenced, type UnsilencedSides } from '../rules/verdict/judge-unsilenced.ts';
import { mayHideFindings } from '../rules/verdict/may-hide.ts';
import type { Rejection } from '../rules/verdict/rejection.ts';
import type { Collected } from '#check/collect-findings.ts';
import type { Sha } from '#model/ids.ts';
import type { Scheduled } from '#check/rules/scope/schedule.ts';
import { renamesIn, runBefore, type SnapshotInput } from '../session/collect-snapshot.ts';
import type { SnapshotServices } from '../session/collect-snapshot.ts';
import type { ChangeToProbe } from './gather-evidence.ts';
import { runUnsilenced, type UnsilencedRun } from './run-unsilenced.ts';

export interface ChangeToHear extends ChangeToProbe {
  /** What the engines of the task said of it when they heeded all remarks. */
  readonly told: readonly Collected[];
}

/** Asks the engines of a task once more, before and after its change, when they heed no remarks: what is there must be told. */
export async function judgeSilencing(
  deps: SnapshotServices,
  session: SnapshotInput,
  change: ChangeToHear,
): Promise<readonly Rejection[]> {
  const { task, diff, snapshot, told } = change;
  if (permitsOf(task.taskType).includes('suppressions')) return [];
  const { engines } = session.check;
  const atStart = narrowRuns({
    task,
    touched: pathsBefore(diff),
    runs: snapshot.runs.map(({ scheduled }) => scheduled),
    engineOf: (id) => engines.get(id),
  });
  const all: Rejection[] = [];
  for (const run of told) {
    const engine = engines.get(run.scheduled.engine);
    if (engine?.unsilenced === undefined || !mayHideFindings(diff, engine)) continue;
    const before = atStart.find((one) => isSameRun(one, run.scheduled));
    all.push(...(await hearBothSides(deps, session, { change, engine, run, before })));
    all.push(...(await hearMoved(deps, session, { change, engine, run })));
  }
  return all;
}

function isSameRun(one: Scheduled, other: Scheduled): boolean {
  return one.engine === other.engine && one.plan.root === other.plan.root;
}

interface SidesToHear {
  readonly change: ChangeToHear;
  readonly engine: Engine;
  readonly run: Collected;
  /** The same before the change; undefined: there was nothing to judge. */
  readonly before: Scheduled | undefined;
}

async function hearBothSides(
  deps: SnapshotServices,
  session: SnapshotInput,
  { change, engine, run, before }: SidesToHear,
): Promise<readonly Rejection[]> {
  const hear = async (tree: Sha, scheduled: Scheduled, paths: readonly string[]) => {
    const judged = paths.filter((path) => engine.judges.test(path));
    return runUnsilenced(deps, session, { tree, scheduled, engine, paths: judged });
  };
  const old = before && (await hear(change.before, before, pathsBefore(change.diff)));
  // What could not be judged so before tells nothing of the change.
  if (old !== undefined && !isReliable(old.run)) return [];
  const now = await hear(change.after, run.scheduled, pathsAfter(change.diff));
  if (now === undefined || !isReliable(now.run)) return [cannotBeHeard(engine, run.scheduled)];
  const nothing = { judged: [], unjudged: [] };
  return [
    ...judgeUnsilenced(compareSides(deps, { change, told: run, old, now })),
    ...judgeReach(engine.title, { before: old?.statements ?? nothing, after: now.statements }),
  ];
}

/** What was moved is judged once as it was, where it is now: a place may be milder. */
async function hearMoved(
  deps: SnapshotServices,
  session: SnapshotInput,
  { change, engine, run }: Omit<SidesToHear, 'before'>,
): Promise<readonly Rejection[]> {
  const { task, diff, snapshot } = change;
  const moved = diff.filter(({ path, oldPath }) => oldPath !== undefined && oldPath !== path);
  const instead = new Map(moved.flatMap(({ path, oldText }) => (oldText ? [[path, oldText]] : [])));
  const paths = [...instead.keys()].filter((path) => engine.judges.test(path));
  if (engine.scope !== 'per-file' || paths.length === 0) return [];
  const place = { tree: change.after, scheduled: run.scheduled, engine, paths, instead };
  const heard = await runUnsilenced(deps, session, place);
  if (heard === undefined || !isReliable(heard.run)) return [];
  const renames = renamesIn(diff);
  const own = (runBefore(snapshot, run)?.known ?? []).filter(
    (known) => isFindingOfTask(task, known) && renames.has(known.finding.filePath ?? ''),
  );
  const found = findIn(deps, { run: heard.run, known: own, renames });
  const there = new Set(found.map(({ known }) => known));
  return own
    .filter((known) => !there.has(known))
    .map(({ finding }) => rejectMilderPlace(finding, renames.get(finding.filePath ?? '') ?? ''));
}

function pathsBefore(diff: readonly DiffEntry[]): readonly string[] {
  return diff.flatMap(({ path, oldPath = path, oldMode }) => (oldMode === null ? [] : [oldPath]));
}

function pathsAfter(diff: readonly DiffEntry[]): readonly string[] {
  return diff.filter(isFileAfterwards).map(({ path }) => path);
}

function cannotBeHeard({ title }: Engine, { plan }: Scheduled): Rejection {
  const where = plan.root === '.' ? '' : ` in ${plan.root}`;
  return {
    code: 'EVIDENCE_LOST',
    sentence: `${title} judged all${where} before, and with the change it does so no more when it is to heed no remarks; leave remarks for it as they were.`,
  };
}

interface HeardSides {
  readonly change: ChangeToHear;
  readonly told: Collected;
  readonly old: UnsilencedRun | undefined;
  readonly now: UnsilencedRun;
}

function compareSides(
  deps: SnapshotServices,
  { change, told, old, now }: HeardSides,
): UnsilencedSides {
  const known = runBefore(change.snapshot, told)?.known ?? [];
  const before =
    old === undefined
      ? []
      : findIn(deps, { run: old.run, known, renames: new Map() }).map((one) => ({
          found: one.found,
          line: lineOf(old.run, one.found),
          isTold: one.known !== undefined,
        }));
  const sides = new Map(before.map((one) => [asKnown(one.found), one]));
  const later = { run: now.run, known: [...sides.keys()], renames: renamesIn(change.diff) };
  const toldNow = told.identified().map(asKnown);
  const heard = findIn(deps, { run: now.run, known: toldNow, renames: new Map() });
  const after = findIn(deps, later).map(({ found, known: same }, index) => ({
    found,
    line: lineOf(now.run, found),
    known: same && sides.get(same),
    isTold: heard[index]?.known !== undefined,
  }));
  return { before, after };
}

function lineOf({ sourceOf }: Collected, { finding: { filePath = '', line } }: FoundOnce): string {
  return line === undefined ? '' : (sourceOf(filePath)?.[line - 1] ?? '');
}

type FoundOnce = Parameters<typeof newKnownFinding>[0];

function asKnown(found: FoundOnce): KnownFinding {
  return newKnownFinding(found, { toRepair: true, fromStart: true });
}

interface FindingsToFind {
  readonly run: Collected;
  readonly known: readonly KnownFinding[];
  readonly renames: ReadonlyMap<string, string>;
}

function findIn({ hash }: SnapshotServices, { run, known, renames }: FindingsToFind) {
  return recognize(
    { hash: (text) => hash.hex(text) },
    {
      found: run.identified(),
      known,
      renames,
      inScope: () => true,
      sourceOf: run.sourceOf,
      oldSourceOf: () => undefined,
    },
  );
}
