import type { Sha } from '#model/ids.ts';
import type { Task } from '#model/task.ts';
import type { Engine } from '#engines/contract.ts';
import { fromRoot } from '#check/rules/repository/facts.ts';
import { idInRoot } from '#check/rules/findings/test-names.ts';
import { withinRoot } from '#check/rules/scope/within-root.ts';
import { liesIn } from '#check/rules/scope/filter-findings.ts';
import {
  changedExpectations,
  decideTestVerdict,
  tellExpectations,
} from '../rules/evidence/expectations.ts';
import type { TwoProbes } from '../rules/evidence/compare-probes.ts';
import { type GatheredEvidence, joinEvidence } from '../rules/evidence/gathered.ts';
import { judgeKept } from '../rules/evidence/judge-kept.ts';
import { judgeNamed, testsOfValues } from '../rules/evidence/judge-named.ts';
import { reactionsOf } from '../rules/evidence/reactions.ts';
import { countExecuted } from '../rules/evidence/judge-lines.ts';
import { judgeOutside, judgeRunnerReads } from '../rules/evidence/outside.ts';
import { isTestSide } from '../rules/evidence/test-side.ts';
import { type DiffEntry, isFileAfterwards, touchedPaths } from '../rules/verdict/diff.ts';
import type { Rejection } from '../rules/verdict/rejection.ts';
import { isTestFile } from '../rules/verdict/test-files.ts';
import {
  allFindings,
  type EngineSnapshot,
  type FindingsSnapshot,
} from '../rules/session/findings-snapshot.ts';
import { renamesIn, type SnapshotInput } from '../session/collect-snapshot.ts';
import { type ProbeRun, type TestProbeServices, type ProbeToRun, runProbe } from './run-probe.ts';

export interface ChangeToProbe {
  readonly task: Task;
  readonly before: Sha;
  readonly after: Sha;
  readonly diff: readonly DiffEntry[];
  readonly snapshot: FindingsSnapshot;
}

/** Finds out what the tests behind a change can refuse, and whose merit it is that they pass. */
export async function gatherEvidence(
  deps: TestProbeServices,
  session: SnapshotInput,
  change: ChangeToProbe,
): Promise<GatheredEvidence> {
  if (unprobed.has(change.task.taskType)) return nothingToTell;
  const all: GatheredEvidence[] = [];
  for (const run of change.snapshot.runs) {
    const engine = session.check.engines.get(run.scheduled.engine);
    const paths = pathsToProbe(change, { run, engine });
    if (engine === undefined || paths.length === 0) continue;
    all.push(await probeRunner(deps, session, { change, run, engine, paths }));
  }
  return joinEvidence(all);
}

const nothingToTell: GatheredEvidence = { reasons: [], warnings: [] };

/** The tests of a conflict are those of both sides; those that are set aside are to be skipped. */
const unprobed: ReadonlySet<Task['taskType']> = new Set([
  'resolve_conflict',
  'quarantine',
  'autofix',
]);

/** Files of tests that were changed, or that the task is about, as its runner has them. */
function pathsToProbe(
  { task, diff }: ChangeToProbe,
  {
    run: { scheduled },
    engine,
  }: { readonly run: EngineSnapshot; readonly engine: Engine | undefined },
): readonly string[] {
  if (engine?.scope !== 'tests') return [];
  const isOwn = task.tool === engine.id;
  const gone = new Set(diff.filter((one) => !isFileAfterwards(one)).map(({ path }) => path));
  const moved = renamesIn(diff);
  const own = isOwn ? task.targets.files.map((path) => moved.get(path) ?? path) : [];
  const changed = diff.filter(isFileAfterwards).map(({ path }) => path);
  const judged = [...own, ...changed.filter(isTestFile)].filter(
    (path) => engine.judges.test(path) && !gone.has(path) && !isHelper(path),
  );
  const { root, scope } = scheduled.plan;
  return withinRoot([...new Set(judged)], root).filter((path) => liesIn(scope, path));
}

/** What tests are configured by holds none. */
function isHelper(path: string): boolean {
  return /(?:^|\/)conftest\.py$/.test(path);
}

interface RunnerToProbe {
  readonly change: ChangeToProbe;
  readonly run: EngineSnapshot;
  readonly engine: Engine;
  readonly paths: readonly string[];
}

async function probeRunner(
  deps: TestProbeServices,
  session: SnapshotInput,
  given: RunnerToProbe,
): Promise<GatheredEvidence> {
  const { change } = given;
  const { before, after, diff } = change;
  const began = deps.clock.now();
  const tests = diff.filter((one) => touchedPaths(one).some(isTestSide));
  const sides = { tests: tests.length > 0, source: tests.length < diff.length };
  const paths = tests.flatMap(touchedPaths);
  // How its tests end is all that this runner tells, and that is known.
  if (given.engine.probe === undefined && !sides.tests) return nothingToTell;
  const oldTests = sides.source ? await deps.trees.withPaths(after, paths, before) : before;
  const asked = probeOf(given, { tree: after, tests, side: 'new' });
  // Side by side: neither needs the other.
  const [now, old] = await Promise.all([
    runProbe(deps, session, { ...asked, ...(sides.source && { outside: true }) }),
    sides.tests
      ? runProbe(deps, session, probeOf(given, { tree: oldTests, tests, side: 'old' }))
      : undefined,
  ]);
  if (now.kind === 'silent' || now.untrusted.length > 0) {
    return explainDoubt(deps, session, { given, tests, now });
  }
  const probes = twoProbes(diff, { old, now });
  const found = allFindings(change.snapshot).map(({ finding }) => finding);
  const failed = found.filter(({ tool }) => tool === given.engine.id);
  const kept = judgeKept(probes);
  const blind = kept.length > 0 ? [] : judgeNamed(now.answer, testsOfValues(failed));
  const reasons = [...kept, ...blind, ...judgeOutside(now.outside)];
  const expectations = changedExpectations(probes);
  const passOnOldSource =
    sides.source && expectations.length > 0 && reasons.length === 0
      ? await passesOnOldSource(deps, session, { given, tests, paths, probes })
      : undefined;
  const hadFailed = change.task.tool === given.engine.id;
  const reactions = now.answer.watched.flatMap((test) => reactionsOf(test, now.answer));
  const killed = new Set(reactions.filter(({ reacts }) => reacts).map(({ mutant }) => mutant));
  return {
    reasons,
    warnings: [...judgeRunnerReads(diff), ...tellExpectations(expectations)],
    evidence: {
      verdict: decideTestVerdict(sides, expectations, { hadFailed, passOnOldSource }),
      canaries: now.canaries,
      mutants: { tried: new Set(reactions.map(({ mutant }) => mutant)).size, killed: killed.size },
      runners: [given.engine.id],
      lines: countExecuted(now.answer),
      outside: Object.values(now.outside).includes('held') ? 'held' : 'not_tried',
      tookMs: {
        all: Math.max(0, Math.round(deps.clock.now() - began)),
        canaries: now.answer.canariesMs,
      },
      expectations: [...expectations],
    },
  };
}

interface ProbedTree {
  readonly tree: Sha;
  readonly tests: readonly DiffEntry[];
  /** Which of the two versions of its tests the tree has. */
  readonly side: 'new' | 'old';
  readonly functions?: number;
}

function probeOf(
  { change: { task }, run, engine, paths }: RunnerToProbe,
  { tree, tests, side, functions }: ProbedTree,
): ProbeToRun {
  const { root } = run.scheduled.plan;
  const back = new Map(tests.flatMap(({ path, oldPath = path }) => [[path, oldPath] as const]));
  const scope = side === 'new' ? paths : paths.map((path) => oldPathIn(root, path, back));
  const own = (one: DiffEntry): readonly [string, string | null] =>
    side === 'new'
      ? [fromRoot(one.path, root), one.oldText ?? null]
      : [fromRoot(one.oldPath ?? one.path, root), one.newText ?? null];
  const others = Object.fromEntries(tests.map(own));
  const named =
    task.tool === engine.id ? task.targets.testIds.map((id) => idInRoot({ id }, root)) : [];
  const scheduled = { ...run.scheduled, plan: { ...run.scheduled.plan, scope: [...scope] } };
  const everything = tests.some(({ path }) => !isTestFile(path) || isHelper(path));
  return {
    engine,
    probe: engine.probe,
    scheduled,
    tree,
    version: run.outcome.toolVersion ?? null,
    asked: { named, others, everything },
    ...(functions !== undefined && { functions }),
  };
}

function oldPathIn(root: string, path: string, back: ReadonlyMap<string, string>): string {
  const full = root === '.' ? path : `${root}/${path}`;
  return fromRoot(back.get(full) ?? full, root);
}

function twoProbes(
  diff: readonly DiffEntry[],
  {
    old,
    now,
  }: { readonly old: ProbeRun | undefined; readonly now: ProbeRun & { kind: 'answered' } },
): TwoProbes {
  return {
    old: old?.kind === 'answered' ? old.answer : undefined,
    now: now.answer,
    renames: renamesIn(diff),
    oldLines: new Map(diff.map((one) => [one.oldPath ?? one.path, linesOf(one.oldText)])),
    newLines: new Map(diff.map((one) => [one.path, linesOf(one.newText)])),
  };
}

function linesOf(text: string | undefined): readonly string[] {
  return text?.split('\n') ?? [];
}

/** Whether the source had not to be changed at all for the tests as they are now. */
async function passesOnOldSource(
  deps: TestProbeServices,
  session: SnapshotInput,
  {
    given,
    tests,
    paths,
    probes,
  }: {
    readonly given: RunnerToProbe;
    readonly tests: readonly DiffEntry[];
    readonly paths: readonly string[];
    readonly probes: TwoProbes;
  },
): Promise<boolean | undefined> {
  const { before, after } = given.change;
  const tree = await deps.trees.withPaths(before, paths, after);
  // How they end is all that is asked: whatever the answer, a person decides.
  const { probe: _, ...engine } = given.engine;
  const asked = probeOf({ ...given, engine }, { tree, tests, side: 'new' });
  const ran = await runProbe(deps, session, asked);
  if (ran.kind === 'silent') return undefined;
  return probes.now.watched.every(({ id }) => ran.answer.outcomes[id] === probes.now.outcomes[id]);
}

/** A change is not to blame for what was the same before it. */
async function explainDoubt(
  deps: TestProbeServices,
  session: SnapshotInput,
  {
    given,
    tests,
    now,
  }: {
    readonly given: RunnerToProbe;
    readonly tests: readonly DiffEntry[];
    readonly now: ProbeRun;
  },
): Promise<GatheredEvidence> {
  const { before } = given.change;
  const old = await runProbe(
    deps,
    session,
    probeOf(given, { tree: before, tests, side: 'old', functions: 0 }),
  );
  const isNew = old.kind === 'answered' && old.untrusted.length === 0;
  const said: readonly Rejection[] =
    now.kind === 'answered'
      ? now.untrusted
      : [
          {
            code: 'EVIDENCE_LOST',
            sentence: `What the tests can refuse could not be seen: ${now.because}; leave alone how tests are run.`,
          },
        ];
  if (isNew) return { reasons: said, warnings: [] };
  if (given.engine.probe === undefined) return { reasons: [], warnings: said };
  // How its tests end is still to be had.
  const { probe: _, ...engine } = given.engine;
  const plain = await probeRunner(deps, session, { ...given, engine });
  return { ...plain, warnings: [...said, ...plain.warnings] };
}
