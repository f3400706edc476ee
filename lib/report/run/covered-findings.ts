import type { Finding } from '#model/finding.ts';
import type { Task } from '#model/task.ts';

type TaskOf = (finding: Finding) => Task | undefined;

export interface CoveredFindings {
  readonly of: (task: Task) => readonly Finding[];
  /** The last task that was made for it, at whatever stage. */
  readonly taskOf: TaskOf;
}

/**
 * Tells which findings each task was made for. Their ids are those of the collection that the task was
 * planned from: the last one before it.
 */
export function coveredFindings(
  tasks: readonly Task[],
  collected: readonly Finding[],
): CoveredFindings {
  const byId = Map.groupBy(collected, ({ tool, id }) => findingKey(tool, id));
  const of = ({ tool, findingIds, createdAt }: Task): readonly Finding[] =>
    findingIds.flatMap((id) => lastBefore(byId.get(findingKey(tool, id)) ?? [], createdAt) ?? []);
  const byName = new Map<string, Task>();
  for (const task of tasks.toSorted((a, b) => a.createdAt - b.createdAt)) {
    for (const { tool, fingerprint } of of(task)) byName.set(findingKey(tool, fingerprint), task);
  }
  return { of, taskOf: ({ tool, fingerprint }) => byName.get(findingKey(tool, fingerprint)) };
}

function lastBefore(findings: readonly Finding[], time: number): Finding | undefined {
  return findings
    .filter(({ createdAt }) => createdAt <= time)
    .reduce<Finding | undefined>(
      (last, one) => (last === undefined || one.createdAt >= last.createdAt ? one : last),
      undefined,
    );
}

function findingKey(tool: string, name: string): string {
  return `${tool}\n${name}`;
}
