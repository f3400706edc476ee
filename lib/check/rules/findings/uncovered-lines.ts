/** One unbroken run of lines that were added and that no test reaches. */
export interface UncoveredLines {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

/** Finds what a change added without a test, file by file from the top down. */
export function findUncoveredLines(
  files: readonly { readonly path: string; readonly uncovered: readonly number[] }[],
  isAdded: (path: string, line: number) => boolean,
): readonly UncoveredLines[] {
  return files.flatMap(({ path, uncovered }) => {
    const runs: { path: string; first: number; last: number }[] = [];
    for (const line of uncovered.toSorted((a, b) => a - b)) {
      const open = runs.at(-1);
      if (!isAdded(path, line)) continue;
      if (open !== undefined && line <= open.last + 1) open.last = line;
      else runs.push({ path, first: line, last: line });
    }
    return runs;
  });
}

/** The same words wherever it stands, so that it stays the same finding. */
export function describeUncovered({ first, last }: UncoveredLines): string {
  const lines = last - first + 1;
  return lines === 1
    ? 'This line was added and no test reaches it.'
    : `These ${lines} lines were added and no test reaches them.`;
}
