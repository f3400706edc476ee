import type { PythonLine } from './python-text.ts';

/** A function or a class of a text of Python. */
export interface PythonDefinition {
  readonly kind: 'class' | 'function';
  /** With the classes and functions around it: `Shop.total`. */
  readonly name: string;
  /** Its first and last lines, counted from 1. */
  readonly first: number;
  readonly last: number;
  /** The statements of its body, also those of what is defined in it. */
  readonly body: readonly string[];
}

/** All that is defined in these lines, at any depth. */
export function pythonDefinitions(lines: readonly PythonLine[]): readonly PythonDefinition[] {
  return lines.flatMap((line, index) => {
    const [, word, own = '', rest = ''] = definition.exec(line.code) ?? [];
    if (word === undefined) return [];
    const below = lines.slice(index + 1);
    const end = below.findIndex(({ indent }) => indent.length <= line.indent.length);
    const inside = end < 0 ? below : below.slice(0, end);
    const after = end < 0 ? undefined : below[end];
    return [
      {
        kind: word === 'class' ? ('class' as const) : ('function' as const),
        name: [...namesAround(lines, index), own].join('.'),
        first: line.number,
        last: (after?.number ?? Number.MAX_SAFE_INTEGER) - 1,
        body: [...(rest === '' ? [] : [rest]), ...inside.map(({ code }) => code)],
      },
    ];
  });
}

/** What stands behind the last colon is the body of one that has a line alone. */
const definition = /^(?:async )?(def|class) (\w+)\b[^]*?:\s*([^:]*)$/;

function namesAround(lines: readonly PythonLine[], index: number): readonly string[] {
  const names: string[] = [];
  let inner = lines[index]?.indent.length ?? 0;
  for (let at = index - 1; at >= 0 && inner > 0; at -= 1) {
    const line = lines[at];
    if (line === undefined || line.indent.length >= inner) continue;
    inner = line.indent.length;
    const [, , own] = definition.exec(line.code) ?? [];
    if (own !== undefined) names.unshift(own);
  }
  return names;
}
