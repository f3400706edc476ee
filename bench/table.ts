/** Prints rows under a title, columns aligned. */
export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  const lines = [
    title,
    line(head),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map(line),
  ];
  process.stdout.write(`${lines.map((text) => text.trimEnd()).join('\n')}\n\n`);
}
