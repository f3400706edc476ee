export type Benchmarks = Readonly<Record<string, () => void | Promise<void>>>;

/** Those that are named, in the order of the names; without any, all. A sentence says which name is none. */
export function chosenBenchmarks(
  all: Benchmarks,
  names: readonly string[],
): readonly Benchmarks[string][] | string {
  const known = new Map(Object.entries(all));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    return `There is no benchmark "${unknown.join('", "')}". There are: ${[...known.keys()].join(', ')}.\n`;
  }
  const chosen = names.length === 0 ? [...known.keys()] : names;
  return chosen.flatMap((name) => known.get(name) ?? []);
}
