import { unknownPart } from './shell-words.ts';

/** The commands that a noxfile runs, as far as it says them word for word. */
export function readNoxCalls(text: string): readonly (readonly string[])[] {
  const plain = text.replaceAll(/^[ \t]*#.*$/gm, '');
  return [...plain.matchAll(/\.run(?:_always)?\(/g)].map(({ index, 0: call }) =>
    readArguments(plain, argumentsFrom(plain, index + call.length)),
  );
}

/** Up to the bracket that closes the call, split at its own commas. */
function argumentsFrom(text: string, start: number): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of text.slice(start, start + longest).matchAll(tokens)) {
    if (depth === 0 && token === ')') break;
    if (depth === 0 && token === ',') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${token}`);
    if (/^[([{]$/.test(token)) depth += 1;
    if (/^[)\]}]$/.test(token)) depth -= 1;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const longest = 4_000;
const tokens = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[()[\]{},]|[^"'()[\]{},]+/g;

function readArguments(text: string, parts: readonly string[]): readonly string[] {
  return parts.flatMap((part) => {
    if (/^\w+\s*=(?!=)/.test(part)) return [];
    const literal = readLiteral(part);
    if (literal !== undefined) return [literal];
    const name = /^\*(?:\w+\.)*(\w+)$/.exec(part)?.[1];
    if (name === undefined) return [unknownPart];
    return name.endsWith('posargs') ? [] : (readList(text, name) ?? [unknownPart]);
  });
}

function readLiteral(part: string): string | undefined {
  return /^(["'])([^"'\\]*)\1$/.exec(part)?.[2];
}

/** `args = session.posargs or ["src", "tests"]` is how many noxfiles begin. */
function readList(text: string, name: string): readonly string[] | undefined {
  const set = new RegExp(
    `^[ \\t]*${name}\\s*=\\s*(?:\\w+\\.posargs\\s+or\\s+)?([\\[(]?\\s*["'][^\\])]*?)(?:[\\])]|\\n)`,
    'm',
  );
  const written = set.exec(text)?.[1];
  if (written === undefined) return undefined;
  const words = written.replace(/^[[(]/, '').split(',');
  const literals = words.flatMap((word) => (word.trim() === '' ? [] : [readLiteral(word.trim())]));
  return literals.every((one) => one !== undefined) ? literals : undefined;
}
