import { changedConfigPaths } from '../rules/verdict/configuration.ts';
import type { DiffEntry } from '../rules/verdict/diff.ts';
import { countAddedSuppressions, maySilence } from '#check/rules/findings/suppressions.ts';
import type { Changeset } from '#model/changeset.ts';
import type { VectorReport } from '#model/check-report.ts';
import type { Sha } from '#model/ids.ts';
import type { Task } from '#model/task.ts';
import type { SessionSummary } from '#model/session-summary.ts';
import { compareSnapshots, vectorNumbers, worsePaths } from '../rules/session/compare-snapshots.ts';
import { type AcceptedChange, suspectOf } from '../rules/session/accepted-change.ts';
import type { FindingsSnapshot } from '../rules/session/findings-snapshot.ts';
import { collectSetAside } from '../rules/tasks/set-aside.ts';
import { permitsOf } from '../rules/tasks/task-policy.ts';
import { settingsFacts } from './config-facts.ts';
import { emit } from './emit.ts';
import type { SessionContext, RepairServices } from './session.ts';
import { renamesIn } from './collect-snapshot.ts';

export interface EndToVerify {
  readonly start: FindingsSnapshot;
  readonly end: FindingsSnapshot;
  readonly accepted: readonly AcceptedChange[];
  /** Runs all engines on a tree. */
  readonly look: (tree: Sha) => Promise<FindingsSnapshot>;
}

export interface VerifiedEnd {
  readonly end: FindingsSnapshot;
  readonly vector: VectorReport;
  readonly numbers: Changeset['evidence']['vector'];
  readonly dropped: SessionSummary['dropped'];
}

/**
 * Holds the end against the start, and takes accepted changes out until nothing is worse; undefined: it was
 * interrupted, and engines that were stopped prove nothing against a change.
 */
export async function verifyEnd(
  deps: RepairServices,
  session: SessionContext,
  { start, look, ...given }: EndToVerify,
): Promise<VerifiedEnd | undefined> {
  let { end, accepted } = given;
  const dropped: SessionSummary['dropped'] = [];
  for (;;) {
    if (session.check.signal?.aborted === true) return undefined;
    const { vector, numbers, worse } = await compareWithStart(deps, session, {
      start,
      end,
      accepted,
    });
    const suspect = suspectOf(accepted, worse);
    if (vector.acceptable || suspect === undefined) return { end, vector, numbers, dropped };
    const because = vector.components.find(({ result }) => result === 'worse')?.sentence ?? '';
    dropped.push({ taskId: suspect.taskId, because });
    const payload = { task: suspect.taskId, because };
    await emit(deps, session, { type: 'diff_dropped', level: 'warn', payload });
    accepted = accepted.filter((one) => one !== suspect);
    const rebuilt = await rebuild(deps, session, { tree: start.tree, accepted });
    accepted = rebuilt.accepted;
    dropped.push(...rebuilt.lost);
    end = await look(rebuilt.tree);
  }
}

interface Compared extends Pick<VerifiedEnd, 'numbers' | 'vector'> {
  /** Where what got worse can be seen. */
  readonly worse: ReadonlySet<string>;
}

async function compareWithStart(
  deps: RepairServices,
  session: SessionContext,
  { start, end, accepted }: Pick<EndToVerify, 'accepted' | 'end' | 'start'>,
): Promise<Compared> {
  const diff = await deps.trees.compare(start.tree, end.tree);
  const engines = [...session.check.engines.values()];
  const tasks = await deps.runs.listTasks(session.run.id);
  const asked = collectSetAside(tasks);
  const mayConfigure = pathsThatMayConfigure(tasks, accepted);
  const silencings = engines.reduce((sum, engine) => sum + countSilencings(engine, diff), 0);
  const silencedIn = diff.filter((one) =>
    engines.some((engine) => countSilencings(engine, [one]) > 0),
  );
  const tree = {
    renames: renamesIn(diff),
    deleted: diff.filter(({ status }) => status === 'deleted').map(({ path }) => path),
    // The mark that sets a test aside silences an engine, too.
    suppressionsAdded: Math.max(0, silencings - asked.suppressions - asked.skipped.size),
    silencedIn: silencedIn.map(({ path }) => path),
    configChanges: changedConfigPaths(diff, engines, settingsFacts(deps, session)).filter(
      (path) => !mayConfigure.has(path),
    ),
    setAside: asked.skipped,
  };
  const vector = compareSnapshots(start, end, tree);
  return {
    vector,
    numbers: vectorNumbers(start, end, tree),
    worse: worsePaths(start, end, { vector, tree }),
  };
}

/** What the accepted tasks touched that may change a configuration. */
function pathsThatMayConfigure(
  tasks: readonly Pick<Task, 'id' | 'taskType'>[],
  accepted: readonly AcceptedChange[],
): ReadonlySet<string> {
  const may = new Set(
    tasks
      .filter(({ taskType }) => permitsOf(taskType).includes('configuration'))
      .map(({ id }) => id),
  );
  return new Set(accepted.filter(({ taskId }) => may.has(taskId)).flatMap(({ paths }) => paths));
}

function countSilencings(
  engine: { readonly judges: RegExp; readonly suppressions: readonly string[] },
  diff: readonly DiffEntry[],
): number {
  const files = diff
    .filter(({ path }) => maySilence(path, engine))
    .map(({ oldText, newText }) => ({ before: oldText, after: newText }));
  return countAddedSuppressions(files, engine.suppressions);
}

interface Rebuilt {
  readonly tree: Sha;
  readonly accepted: readonly AcceptedChange[];
  readonly lost: SessionSummary['dropped'];
}

/** The same without one: what stood on that one falls with it. */
async function rebuild(
  deps: RepairServices,
  { run }: SessionContext,
  given: Pick<Rebuilt, 'accepted' | 'tree'>,
): Promise<Rebuilt> {
  let { tree } = given;
  const kept: AcceptedChange[] = [];
  const lost: SessionSummary['dropped'] = [];
  for (const change of given.accepted) {
    const patch = await deps.artifacts.get({ runId: run.id, name: change.patch });
    const next = patch && (await deps.trees.applyPatch(tree, patch));
    if (next === undefined) {
      const because = 'It depended on a change that was taken out.';
      lost.push({ taskId: change.taskId, because });
    } else {
      kept.push(change);
      tree = next;
    }
  }
  return { tree, accepted: kept, lost };
}
