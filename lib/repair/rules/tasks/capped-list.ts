/** Whole lines, as many as a description has room for, and a last one that tells how many there are besides. */
export function cappedList(lines: readonly string[], more: (left: number) => string): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > longest) break;
    kept.push(line);
  }
  const left = lines.length - kept.length;
  return [...kept, ...(left === 0 ? [] : [more(left)])].join('\n');
}

const longest = 40_000;
