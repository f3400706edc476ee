import { fromPattern } from './import-rules.ts';
import type { Law } from './law.ts';

/** Rows that may import each other, however far round; each as the way that leads back to it. */
export function rowCycles({ rows }: Law): readonly string[] {
  // A row is one with itself: what lies in it may import each other.
  const next = new Map(
    rows.map(({ name, mayImport }) => [name, rowsIn(mayImport).filter((one) => one !== name)]),
  );
  function rowsIn(names: readonly string[]): readonly string[] {
    return names.flatMap((name) => rows.filter((row) => governs(row.name, name)).map(nameOf));
  }
  return rows.flatMap(({ name }) => {
    const way = wayBack(name, next);
    return way === undefined ? [] : [way.join(' -> ')];
  });
}

/** Whether what stands under this name of the page falls under the row: it is the row, or a file of it. */
function governs(row: string, name: string): boolean {
  if (row === name) return true;
  const isFile = /\.[a-z]+$/.test(name);
  return new RegExp(fromPattern(isFile ? row : name)).test(`lib/${isFile ? name : `${row}/`}`);
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

function wayBack(
  start: string,
  next: ReadonlyMap<string, readonly string[]>,
): readonly string[] | undefined {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const name of next.get(way.at(-1) ?? '') ?? []) {
      if (name === start) return [...way, name];
      if (!seen.has(name)) ways.push([...way, name]);
      seen.add(name);
    }
  }
  return undefined;
}
