export interface NumberedLine {
  /** Counted from 1. */
  readonly line: number;
  readonly content: string;
}

/** What either side of a conflict has: a line that both have counts once. */
export function unionOfSides(lines: readonly NumberedLine[]): readonly NumberedLine[] {
  const union: NumberedLine[] = [];
  let conflict: Conflict | undefined;
  for (const numbered of lines) {
    const marker = readMarker(numbered.content);
    if (marker === undefined) (conflict?.[conflict.side] ?? union).push(numbered);
    else if (marker === 'ours') {
      union.push(...joinSides(conflict));
      conflict = { side: 'ours', ours: [], base: [], theirs: [] };
    } else if (marker === 'end') {
      union.push(...joinSides(conflict));
      conflict = undefined;
    } else if (conflict !== undefined) conflict.side = marker;
  }
  return [...union, ...joinSides(conflict)];
}

type Side = 'ours' | 'base' | 'theirs';

type Conflict = Record<Side, NumberedLine[]> & { side: Side };

const markers = { '<': 'ours', '|': 'base', '=': 'theirs', '>': 'end' } as const;

// Entries have tabs between their fields, whatever their path begins with.
function readMarker(content: string): (typeof markers)[keyof typeof markers] | undefined {
  const [, sign] = /^([<|=>])\1{6}(?: |$)/.exec(content) ?? [];
  if (content.includes('\t')) return undefined;
  if (sign === '<' || sign === '|' || sign === '=' || sign === '>') return markers[sign];
  return undefined;
}

function joinSides(conflict: Conflict | undefined): readonly NumberedLine[] {
  if (conflict === undefined) return [];
  const { ours, theirs } = conflict;
  const left = new Map<string, number>();
  for (const { content } of ours) left.set(content, (left.get(content) ?? 0) + 1);
  const onlyTheirs = theirs.filter(({ content }) => {
    const count = left.get(content) ?? 0;
    left.set(content, count - 1);
    return count <= 0;
  });
  return [...ours, ...onlyTheirs];
}
