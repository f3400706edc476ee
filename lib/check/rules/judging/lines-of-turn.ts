import type { FileTurn } from '../configuration/changed-configuration.ts';

interface LinesOfTurn {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Lines that say something and that a file has more often, or less often, than before; layout and remarks apart. */
export function linesOfTurn({ before, after }: FileTurn): LinesOfTurn {
  const [old, now] = [sayingLines(before.text), sayingLines(after.text)];
  return { added: linesWithout(now, old), removed: linesWithout(old, now) };
}

function sayingLines(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '' && !/^(?:#(?!!)|;|\/\/)/.test(line));
}

function linesWithout(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
