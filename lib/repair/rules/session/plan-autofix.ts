import type { NativeHash } from '#base/hash.ts';
import { compareText } from '#base/order.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import { taskId, type RunId } from '#model/ids.ts';
import type { NewTask, RetryPolicy } from '#model/task.ts';
import { describeTask } from '../tasks/describe-task.ts';
import { chainBySharedFile } from '../tasks/plan-tasks.ts';
import { isFixable, isUnsafelyFixable } from './own-findings.ts';
import type { KnownFinding } from './known-finding.ts';

interface AutofixSource {
  readonly plan: Pick<EnginePlan, 'engine' | 'root'>;
  readonly known: readonly KnownFinding[];
}

export interface AutofixPlanning {
  /** Absent: what is safe. */
  readonly taskType?: 'autofix' | 'autofix_unsafe';
  readonly runId: RunId;
  readonly retryPolicy: RetryPolicy;
  /** Most files of one task. */
  readonly size: number;
  readonly sources: readonly AutofixSource[];
}

/** Tasks for what the tools repair by themselves: many files at once, since starting a tool costs most of its time. */
export function planAutofix(
  deps: { readonly hash: NativeHash },
  { sources, size, taskType = 'autofix', ...planning }: AutofixPlanning,
): readonly NewTask[] {
  const tasks = sources
    .toSorted(
      (a, b) => compareText(a.plan.engine, b.plan.engine) || compareText(a.plan.root, b.plan.root),
    )
    .flatMap(({ plan, known }) => {
      const canRepair = taskType === 'autofix' ? isFixable : isUnsafelyFixable;
      const own = known.filter(({ finding, toRepair }) => toRepair && canRepair(finding));
      const files = [...new Set(own.flatMap(({ finding }) => finding.filePath ?? []))];
      // What is in no file takes all of the scope, so the tool must say that it can.
      const whole = own.some(
        ({ finding: { filePath, meta } }) => filePath === undefined && meta?.['fixable'] === true,
      )
        ? [[]]
        : [];
      return [...inChunks(files.toSorted(compareText), size), ...whole].map((chunk) =>
        autofixTask(deps, { ...planning, taskType, engine: plan.engine, chunk }, own),
      );
    });
  return chainBySharedFile(tasks);
}

interface Chunk extends Pick<AutofixPlanning, 'runId' | 'retryPolicy'> {
  readonly taskType: 'autofix' | 'autofix_unsafe';
  readonly engine: string;
  readonly chunk: readonly string[];
}

function autofixTask(
  { hash }: { readonly hash: NativeHash },
  { taskType, engine, chunk, runId, retryPolicy }: Chunk,
  own: readonly KnownFinding[],
): NewTask {
  const findings = own
    .map(({ finding }) => finding)
    .filter(({ filePath }) =>
      filePath === undefined ? chunk.length === 0 : chunk.includes(filePath),
    );
  const names = findings.map(({ fingerprint }) => fingerprint).toSorted(compareText);
  const fingerprint = hash(JSON.stringify([taskType, engine, ...names]));
  return {
    id: taskId.parse(`a-${fingerprint.slice(0, 20)}`),
    runId,
    tool: engine,
    taskType,
    priority: 0,
    fingerprint,
    ...describeTask(taskType, findings),
    targets: { files: [...chunk], testIds: [], modules: [] },
    findingIds: findings.map(({ id }) => id),
    validation: {
      commands: [],
      successCriteria: { requireExitCode0: false, maxNewFindings: 0 },
    },
    retryPolicy: { ...retryPolicy, maxAttempts: 1 },
    dependsOn: [],
  };
}

function inChunks<One>(all: readonly One[], size: number): readonly (readonly One[])[] {
  const count = Math.ceil(all.length / Math.max(1, size));
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size));
}
