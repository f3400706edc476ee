import type { Sha } from '../model/ids.ts';
import type { Task } from '../model/task.ts';
import { counted } from '../report/words.ts';
import type { Stock } from './stock.ts';

export interface Committed {
  /** What it merges into the head. */
  readonly merged: Sha | undefined;
  readonly before: Stock | undefined;
  readonly after: Stock;
  /** Tasks whose change is part of it. */
  readonly tasks: readonly Pick<Task, 'targets' | 'taskType' | 'tool'>[];
}

/** The first line of the commit of a session: what it did, and for whom. */
export function commitTitle({ merged, before, after, tasks }: Committed): string {
  const repaired = repairedBy(before, after);
  const first = [mergeWords(merged), reviewWords(tasks)];
  const titles = [withEngines(repaired), withoutEngines(repaired)].map((words) =>
    [...first, words].filter((part) => part !== undefined).join(', '),
  );
  const title = titles.find((one) => one !== '' && one.length <= longest);
  if (title !== undefined) return `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`;
  const isByCheck = tasks.some(({ tool }) => tool === 'ci');
  return isByCheck ? 'Repair what failed checks report' : 'Repair what ratchetr found';
}

/** As git and its viewers want it. */
const longest = 72;

/** How many findings of each engine are gone that were to be repaired. */
function repairedBy(before: Stock | undefined, after: Stock): ReadonlyMap<string, number> {
  const left = countByEngine(after);
  const gone = [...countByEngine(before)].map(
    ([engine, count]) => [engine, count - (left.get(engine) ?? 0)] as const,
  );
  return new Map(gone.filter(([, count]) => count > 0));
}

function countByEngine(stock: Stock | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { scheduled, known } of stock?.runs ?? []) {
    const wanted = known.filter(({ toRepair }) => toRepair).length;
    counts.set(scheduled.engine, (counts.get(scheduled.engine) ?? 0) + wanted);
  }
  return counts;
}

function mergeWords(merged: Sha | undefined): string | undefined {
  return merged && `merge ${merged.slice(0, 12)}`;
}

function reviewWords(tasks: Committed['tasks']): string | undefined {
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
