/** The first lines that fit into so many characters, and how many are left out. */
export function takeFitting(
  lines: readonly string[],
  { most, room }: { readonly most: number; readonly room: number },
): { readonly shown: readonly string[]; readonly more: number } {
  const shown: string[] = [];
  let left = room;
  for (const line of lines.slice(0, most)) {
    left -= line.length + 1;
    if (left < 0) break;
    shown.push(line);
  }
  return { shown, more: lines.length - shown.length };
}
