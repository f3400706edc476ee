import type { NativeHash } from '../findings/line-hashes.ts';
import { compareText } from '../findings/order.ts';
import type { EngineOutcome } from '../model/engine-outcome.ts';
import type { Finding } from '../model/finding.ts';
import { type RunId, type TaskId, taskId } from '../model/ids.ts';
import type { NewTask, RetryPolicy } from '../model/task.ts';
import type { ValidationSpec } from '../model/validation.ts';
import type { TaskDraft, TaskLimits } from './draft.ts';
import { priorityOf } from './rank.ts';
import type { RecheckInput } from './recheck.ts';

/** What one engine found in one root, with its own rules for making tasks of it. */
export interface TaskSource {
  readonly engine: {
    readonly id: string;
    readonly tasks: (findings: readonly Finding[], limits: TaskLimits) => readonly TaskDraft[];
    readonly validation: (input: RecheckInput) => ValidationSpec;
  };
  readonly outcome: Pick<EngineOutcome, 'plan' | 'category' | 'completeness'>;
  /** To be repaired. */
  readonly findings: readonly Finding[];
  /** They may stay. */
  readonly tolerated: readonly Finding[];
  readonly timeoutMs: number;
  readonly python?: string;
}

export interface TaskPlanning {
  readonly runId: RunId;
  readonly retryPolicy: RetryPolicy;
  readonly limits: TaskLimits;
  readonly sources: readonly TaskSource[];
}

/** Makes the tasks of a run, most urgent first, the same in whatever order findings and engines come. */
export function planTasks(
  deps: { readonly hash: NativeHash },
  planning: TaskPlanning,
): readonly NewTask[] {
  const tasks = distinctSources(planning.sources).flatMap((source) =>
    tasksOf(deps.hash, planning, source),
  );
  return inTurn(tasks.toSorted(compareTasks));
}

/** What a broken tool reported is no work; and what is found in two roots is one finding. */
function distinctSources(sources: readonly TaskSource[]): readonly TaskSource[] {
  const seen = new Set<string>();
  return sources
    .filter(({ outcome }) => outcome.category === 'success' || outcome.category === 'diagnostic')
    .toSorted(compareSources)
    .map((source) => ({
      ...source,
      findings: source.findings.filter(({ fingerprint }) => {
        const key = JSON.stringify([source.engine.id, fingerprint]);
        const first = !seen.has(key);
        seen.add(key);
        return first;
      }),
    }));
}

function compareSources(a: TaskSource, b: TaskSource): number {
  return (
    compareText(a.engine.id, b.engine.id) ||
    compareText(a.outcome.plan.root, b.outcome.plan.root) ||
    compareText(a.outcome.plan.mode, b.outcome.plan.mode)
  );
}

function tasksOf(
  hash: NativeHash,
  { runId, retryPolicy, limits }: TaskPlanning,
  { engine, outcome, findings, tolerated, timeoutMs, python }: TaskSource,
): readonly NewTask[] {
  return engine.tasks(findings, limits).map((draft) => {
    const { rank, findingIds, ...words } = draft;
    const own = new Set(findingIds);
    const fingerprint = fingerprintOf(
      hash,
      engine.id,
      findings.filter(({ id }) => own.has(id)),
    );
    const others = [...tolerated, ...findings.filter(({ id }) => !own.has(id))];
    const complete = outcome.completeness.kind === 'complete';
    const recheck = {
      draft,
      plan: outcome.plan,
      others,
      complete,
      timeoutMs,
      limits,
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

function fingerprintOf(hash: NativeHash, tool: string, findings: readonly Finding[]): string {
  const names = findings.map(({ fingerprint }) => fingerprint).toSorted(compareText);
  return hash(JSON.stringify([tool, ...names]));
}

function compareTasks(a: NewTask, b: NewTask): number {
  return a.priority - b.priority || compareText(a.id, b.id);
}

/**
 * Tasks that touch the same file wait for each other in the order of urgency, so no file is edited by two at once
 * and there is no cycle. They are not merged: one task has one tool and one kind of repair, and whoever fails at a
 * type error must not lose the lint that was repaired. What waited in vain is planned again by the next run.
 */
function inTurn(tasks: readonly NewTask[]): readonly NewTask[] {
  const lastOf = new Map<string, TaskId>();
  return tasks.map((task) => {
    const before = task.targets.files.flatMap((file) => lastOf.get(file) ?? []);
    for (const file of task.targets.files) lastOf.set(file, task.id);
    return { ...task, dependsOn: [...new Set(before)] };
  });
}
