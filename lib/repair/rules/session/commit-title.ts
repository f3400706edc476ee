import type { Sha } from '#model/ids.ts';
import type { Task } from '#model/task.ts';
import { counted } from '#base/words.ts';
import { countRepairs } from './repairs.ts';
import type { FindingsSnapshot } from './findings-snapshot.ts';

export interface Committed {
  /** What it merges into the head. */
  readonly merged: Sha | undefined;
  readonly before: FindingsSnapshot | undefined;
  readonly after: FindingsSnapshot;
  /** Tasks whose change is part of it. */
  readonly tasks: readonly Pick<Task, 'findingIds' | 'targets' | 'taskType' | 'tool'>[];
}

/** The first line of the commit of a session: what it did, and for whom. */
export function commitTitle({ merged, before, after, tasks }: Committed): string {
  const { repaired, setAside } = countRepairs(before, after, tasks);
  const checks = tasks.filter(({ tool }) => tool === 'ci').length;
  const first = [titleMerge(merged), titleReviews(tasks)];
  const aside = setAside === 0 ? undefined : `set ${counted(setAside, 'finding')} aside`;
  const [full, ...shorter] = [withEngines(repaired), withoutEngines(repaired)].map((words) =>
    [...first, words, aside].filter((part) => part !== undefined),
  );
  if (full === undefined || full.length === 0) {
    return checks > 0 ? 'Repair what failed checks report' : 'Repair what ratchetr found';
  }
  const last = checks === 0 ? [] : [`repair ${counted(checks, 'failed check')}`];
  const titles = [full, ...shorter].map((parts) => [...parts, ...last].join(', '));
  // What does not fit here is told below.
  const least = full.map((_, dropped) => `${full.slice(0, full.length - dropped).join(', ')}, ...`);
  const title = [...titles, ...least].find((one) => one.length <= longest) ?? 'repair findings';
  return `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`;
}

/** As git and its viewers want it. */
const longest = 72;

function titleMerge(merged: Sha | undefined): string | undefined {
  return merged && `merge ${merged.slice(0, 12)}`;
}

function titleReviews(tasks: Committed['tasks']): string | undefined {
  const addressed = tasks.filter(({ taskType }) => taskType === 'address_review');
  const files = new Set(addressed.flatMap(({ targets }) => targets.files));
  if (addressed.length === 0) return undefined;
  return files.size === 0
    ? 'address a review'
    : `address a review in ${counted(files.size, 'file')}`;
}

function withEngines(repaired: ReadonlyMap<string, number>): string | undefined {
  const [only, ...others] = repaired.keys();
  if (only === undefined) return undefined;
  const each = [...repaired].map(([engine, count]) => `${engine} ${count}`).join(', ');
  return `${withoutEngines(repaired)} ${others.length === 0 ? `of ${only}` : `(${each})`}`;
}

function withoutEngines(repaired: ReadonlyMap<string, number>): string | undefined {
  const sum = [...repaired.values()].reduce((all, count) => all + count, 0);
  return sum === 0 ? undefined : `repair ${counted(sum, 'finding')}`;
}
