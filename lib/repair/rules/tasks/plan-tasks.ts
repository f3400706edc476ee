import type { NativeHash } from '#base/hash.ts';
import { compareText } from '#base/order.ts';
import type { EngineOutcome } from '#model/engine-outcome.ts';
import type { Finding } from '#model/finding.ts';
import { type RunId, type TaskId, taskId } from '#model/ids.ts';
import type { NamedTest } from '#check/rules/findings/test-names.ts';
import type { NewTask, RetryPolicy } from '#model/task.ts';
import type { ValidationSpec } from '#model/validation.ts';
import { bySkippedFile } from './by-skipped-file.ts';
import type { TaskDraft, TaskLimits } from './draft.ts';
import { priorityOf } from './rank.ts';
import type { RecheckInput } from './recheck.ts';
import { type AllowedTasks, taskAllowed } from './task-policy.ts';

/** What one engine found in one root, with its own rules for making tasks of it. */
export interface TaskSource {
  readonly engine: {
    readonly id: string;
    readonly tasks: (findings: readonly Finding[], limits: TaskLimits) => readonly TaskDraft[];
    readonly validation: (input: RecheckInput) => ValidationSpec;
  };
  readonly outcome: Pick<EngineOutcome, 'plan' | 'category' | 'completeness' | 'toolVersion'>;
  /** To be repaired. */
  readonly findings: readonly Finding[];
  /** They may stay. */
  readonly tolerated: readonly Finding[];
  /** Tests whose marks are to go, by their names in the repository. */
  readonly skips?: readonly NamedTest[];
  readonly timeoutMs: number;
  readonly python?: string;
}

export interface TaskPlanning {
  readonly runId: RunId;
  readonly retryPolicy: RetryPolicy;
  readonly limits: TaskLimits;
  readonly sources: readonly TaskSource[];
  /** Absent: all kinds. */
  readonly allowed?: AllowedTasks;
  /** Tasks that come from no engine and take their turn among the others. */
  readonly besides?: readonly NewTask[];
}

/** Makes the tasks of a run, most urgent first, the same in whatever order findings and engines come. */
export function planTasks(
  deps: { readonly hash: NativeHash },
  planning: TaskPlanning,
): readonly NewTask[] {
  const { sources, besides = [], allowed } = planning;
  const tasks = distinctSources(sources).flatMap((source) =>
    tasksFromSource(deps.hash, planning, source),
  );
  // No task may wait for one that is not worked on.
  const wanted = [...besides, ...tasks].filter(
    ({ taskType }) => allowed === undefined || taskAllowed(taskType, allowed),
  );
  return chainBySharedFile(wanted.toSorted(compareTasks));
}

/** What a broken tool reported is no work; and what is found in two roots is one finding. */
function distinctSources(sources: readonly TaskSource[]): readonly TaskSource[] {
  const seen = new Set<string>();
  const isFirst = (...key: readonly string[]): boolean => {
    const { size } = seen;
    return seen.add(JSON.stringify(key)).size > size;
  };
  return sources
    .filter(({ outcome }) => outcome.category === 'success' || outcome.category === 'diagnostic')
    .toSorted(compareSources)
    .map((source) => ({
      ...source,
      findings: source.findings.filter(({ fingerprint }) =>
        isFirst('finding', source.engine.id, fingerprint),
      ),
      skips: (source.skips ?? []).filter(({ id }) => isFirst('skip', source.engine.id, id)),
    }));
}

function compareSources(a: TaskSource, b: TaskSource): number {
  return (
    compareText(a.engine.id, b.engine.id) ||
    compareText(a.outcome.plan.root, b.outcome.plan.root) ||
    compareText(a.outcome.plan.mode, b.outcome.plan.mode)
  );
}

function tasksFromSource(
  hash: NativeHash,
  { runId, retryPolicy, limits }: TaskPlanning,
  { engine, outcome, findings, tolerated, skips = [], timeoutMs, python }: TaskSource,
): readonly NewTask[] {
  const { root } = outcome.plan;
  const drafts = [
    ...engine.tasks(findings, limits),
    ...bySkippedFile({ skips, root, tool: engine.id }),
  ];
  return drafts.map((draft) => {
    const { rank, findingIds, ...words } = draft;
    const own = new Set(findingIds);
    const covered = findings.filter(({ id }) => own.has(id)).map((one) => one.fingerprint);
    const about = covered.length === 0 ? [draft.taskType, root, ...draft.targets.testIds] : covered;
    const fingerprint = hash(JSON.stringify([engine.id, ...about.toSorted(compareText)]));
    const others = [...tolerated, ...findings.filter(({ id }) => !own.has(id))];
    const complete = outcome.completeness.kind === 'complete';
    const recheck = {
      draft,
      plan: outcome.plan,
      others,
      complete,
      timeoutMs,
      limits,
      version: outcome.toolVersion,
      ...(python !== undefined && { python }),
    };
    return {
      ...words,
      id: taskId.parse(`t-${fingerprint.slice(0, 20)}`),
      runId,
      tool: engine.id,
      priority: priorityOf(rank),
      fingerprint,
      findingIds: [...findingIds],
      validation: engine.validation(recheck),
      retryPolicy,
      dependsOn: [],
    };
  });
}

function compareTasks(a: NewTask, b: NewTask): number {
  return a.priority - b.priority || compareText(a.id, b.id);
}

/**
 * Tasks that touch the same file wait for each other in the order of urgency, so no file is edited by two at once
 * and there is no cycle. They are not merged: one task has one tool and one kind of repair, and an agent that fails at a
 * type error must not lose the lint that was repaired. What waited in vain is planned again by the next run.
 */
export function chainBySharedFile(tasks: readonly NewTask[]): readonly NewTask[] {
  const lastOf = new Map<string, TaskId>();
  return tasks.map((task) => {
    const before = task.targets.files.flatMap((file) => lastOf.get(file) ?? []);
    for (const file of task.targets.files) lastOf.set(file, task.id);
    return { ...task, dependsOn: [...new Set([...task.dependsOn, ...before])] };
  });
}
