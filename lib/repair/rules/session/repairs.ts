import type { Task } from '#model/task.ts';
import type { KnownFinding } from './known-finding.ts';
import { isReliable, type FindingsSnapshot } from './findings-snapshot.ts';

type Accepted = Pick<Task, 'findingIds' | 'taskType' | 'tool'>;

/** What became of the findings that were to be repaired. */
export interface Repairs {
  readonly before: number;
  /** Gone because their cause is, by engine. */
  readonly repaired: ReadonlyMap<string, number>;
  /** Gone because a task was to set aside or to silence them. */
  readonly setAside: number;
  /** Still there. */
  readonly left: number;
  /** They came with the session. */
  readonly fresh: number;
  /** Their engine could not be relied on at the end, so it is not known. */
  readonly unsure: number;
}

/** Before anything was looked at. */
export const noRepairs: Repairs = {
  before: 0,
  repaired: new Map(),
  setAside: 0,
  left: 0,
  fresh: 0,
  unsure: 0,
};

export function countRepairs(
  before: FindingsSnapshot | undefined,
  after: FindingsSnapshot,
  accepted: readonly Accepted[],
): Repairs {
  const [old, now] = [countWanted(before), countWanted(after, ({ fromStart }) => fromStart)];
  const unsure = unsureEngines(after);
  const sure = [...old].filter(([engine]) => !unsure.has(engine));
  const gone = sure.map(([engine, count]) => {
    const goneOf = Math.max(0, count - (now.get(engine) ?? 0));
    return { engine, gone: goneOf, aside: Math.min(goneOf, countSetAside(engine, accepted)) };
  });
  const repaired = gone.map((one) => [one.engine, one.gone - one.aside] as const);
  return {
    before: sumCounts(old.values()),
    repaired: new Map(repaired.filter(([, count]) => count > 0)),
    setAside: sumCounts(gone.map(({ aside }) => aside)),
    left: sumCounts(sure.map(([engine, count]) => Math.min(count, now.get(engine) ?? 0))),
    fresh: sumCounts(countWanted(after, ({ fromStart }) => !fromStart).values()),
    unsure: sumCounts([...unsure].map((engine) => old.get(engine) ?? 0)),
  };
}

/** One root that cannot be relied on leaves open what became of the findings of any. */
export function unsureEngines({ runs }: FindingsSnapshot): ReadonlySet<string> {
  return new Set(runs.filter((run) => !isReliable(run)).map(({ scheduled }) => scheduled.engine));
}

export function repairedCount({ repaired }: Pick<Repairs, 'repaired'>): number {
  return sumCounts(repaired.values());
}

function countWanted(
  snapshot: FindingsSnapshot | undefined,
  counts: (known: KnownFinding) => boolean = () => true,
): ReadonlyMap<string, number> {
  const byEngine = new Map<string, number>();
  for (const { scheduled, known } of snapshot?.runs ?? []) {
    const wanted = known.filter((one) => one.toRepair && counts(one)).length;
    byEngine.set(scheduled.engine, (byEngine.get(scheduled.engine) ?? 0) + wanted);
  }
  return byEngine;
}

function countSetAside(engine: string, accepted: readonly Accepted[]): number {
  const tasks = accepted.filter(
    ({ tool, taskType }) =>
      tool === engine && (taskType === 'quarantine' || taskType === 'suppress'),
  );
  return sumCounts(tasks.map(({ findingIds }) => findingIds.length));
}

function sumCounts(counts: Iterable<number>): number {
  return [...counts].reduce((all, count) => all + count, 0);
}
