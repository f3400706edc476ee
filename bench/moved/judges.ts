import type { TracedLine, Tree } from './tree.ts';

export interface Told {
  readonly path: string;
  readonly line: number | undefined;
  readonly rule: string;
  readonly message: string;
}

/** How many new findings there are, by file and rule: of equal ones nobody can tell which is the new one. */
export type Counts = ReadonlyMap<string, number>;

export function countTold(all: readonly Told[]): Counts {
  return countBy(all, ({ path, rule }) => `${path} ${rule}`);
}

/**
 * New is what no line brought along: the generator knows where each line was. On a line that was edited, another message
 * is another finding.
 */
export function countTruth(before: readonly Told[], after: readonly Told[], trees: Trees): Counts {
  const known = createPool(before, keyAtLine);
  const left = after.filter((told) => {
    const line = told.line === undefined ? undefined : lineAt(trees.after, told);
    if (line?.origin === undefined) return true;
    const at = { ...told, ...line.origin };
    const isEdited = lineAt(trees.before, at)?.text.trim() !== line.text.trim();
    if (isEdited && !before.some((one) => isSame(one, at))) return true;
    return !known.take(keyAtLine(at));
  });
  // What is said of a file as a whole is told of whichever line it begins or ends with.
  const homes = homesOf(trees.after);
  const slid = createPool(known.rest(), ({ path, rule }) => `${path} ${rule}`);
  const ofFiles = rulesOfFiles([before, after]);
  return countTold(
    left.filter(({ path, rule }) => {
      return !(ofFiles.has(rule) && slid.take(`${homes.get(path) ?? path} ${rule}`));
    }),
  );
}

/** Rules that no file breaks more than once. */
function rulesOfFiles(all: readonly (readonly Told[])[]): ReadonlySet<string> {
  const rules = new Set(all.flat().map(({ rule }) => rule));
  for (const told of all.flatMap((one) => [
    ...Map.groupBy(one, (same) => `${same.path} ${same.rule}`).values(),
  ])) {
    if (told.length > 1) for (const { rule } of told) rules.delete(rule);
  }
  return rules;
}

interface Trees {
  readonly before: Tree;
  readonly after: Tree;
}

function lineAt(tree: Tree, { path, line }: Pick<Told, 'path' | 'line'>): TracedLine | undefined {
  return tree.get(path)?.[(line ?? 0) - 1];
}

function keyAtLine({ path, line, rule }: Told): string {
  return `${path}:${line} ${rule}`;
}

function isSame(one: Told, other: Told): boolean {
  return keyAtLine(one) === keyAtLine(other) && withoutNumbers(one) === withoutNumbers(other);
}

function withoutNumbers({ message }: Told): string {
  return message.replaceAll(/\d+/g, '0');
}

/** Keeps to the suppressions of ESLint: a count by file and rule, and all of them where there are more. */
export function countByFileAndRule(before: readonly Told[], after: readonly Told[]): Counts {
  const most = countTold(before);
  return new Map([...countTold(after)].filter(([key, count]) => count > (most.get(key) ?? 0)));
}

/** Keeps to mypy-baseline: file, rule and message without its line, each as often as before. */
export function countByMessage(before: readonly Told[], after: readonly Told[]): Counts {
  const known = createPool(before, ({ path, rule, message }) => `${path} ${rule} ${message}`);
  return countTold(
    after.filter(({ path, rule, message }) => !known.take(`${path} ${rule} ${message}`)),
  );
}

export interface Errors {
  /** Told as new, and it was there. */
  readonly alarms: number;
  /** New, and not told. */
  readonly missed: number;
}

export function compareCounts(truth: Counts, told: Counts): Errors {
  let [alarms, missed] = [0, 0];
  for (const key of new Set([...truth.keys(), ...told.keys()])) {
    const more = (told.get(key) ?? 0) - (truth.get(key) ?? 0);
    if (more > 0) alarms += more;
    else missed -= more;
  }
  return { alarms, missed };
}

function countBy<Value>(all: readonly Value[], keyOf: (value: Value) => string): Counts {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}

interface Pool {
  /** Each can be taken once. */
  readonly take: (key: string) => boolean;
  readonly rest: () => readonly Told[];
}

function createPool(all: readonly Told[], keyOf: (told: Told) => string): Pool {
  const byKey = Map.groupBy(all, keyOf);
  return {
    take: (key) => byKey.get(key)?.pop() !== undefined,
    rest: () => [...byKey.values()].flat(),
  };
}

/** By the path of each file the one that most of its lines come from. */
function homesOf(tree: Tree): ReadonlyMap<string, string> {
  const homes = [...tree].map(([path, lines]) => {
    const from = countBy(
      lines.flatMap(({ origin }) => origin?.path ?? []),
      (old) => old,
    );
    const most = [...from].toSorted(([, a], [, b]) => b - a)[0];
    return [path, most?.[0] ?? path] as const;
  });
  return new Map(homes);
}
