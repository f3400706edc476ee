import { type DiffEntry, touchedPaths } from './diff.ts';
import { type Rejection, rejectPath, shownText } from './rejection.ts';

type Settings = ReadonlyMap<string, string>;

/** Whether a change could alter by which settings files are judged: it is of more than code, or moves code. */
export function mayChangeSettings(diff: readonly DiffEntry[]): boolean {
  return diff.some(
    (entry) =>
      entry.status === 'renamed' ||
      touchedPaths(entry).some((path) => !/\.(?:pyi?|[cm]?[jt]sx?)$/.test(path)),
  );
}

/** The settings in force for a file are not the agent's to change, by whatever file. */
export function judgeSettings(
  { tool, path }: { readonly tool: string; readonly path: string },
  { before, after }: { readonly before: Settings; readonly after: Settings },
): readonly Rejection[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  const changed = [...names].find((name) => before.get(name) !== after.get(name));
  if (changed === undefined) return [];
  const [was, is] = differingParts(
    before.get(changed) ?? 'nothing',
    after.get(changed) ?? 'nothing',
  );
  return [
    rejectPath(
      'CONFIG_CHANGED',
      path,
      (shown) =>
        `${shown} is judged by other settings of ${tool} than before: ${shownText(changed)} was ${was} and is ${is}; only a person may change that.`,
    ),
  ];
}

/** Long lists differ in few places. */
function differingParts(one: string, other: string): readonly [string, string] {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const from = Math.max(0, one.lastIndexOf(' ', start));
  return [shownText(cut(one.slice(from))), shownText(cut(other.slice(from)))];
}

function cut(text: string): string {
  const plain = text.trim();
  return plain.length > 80 ? `${plain.slice(0, 80)}...` : plain === '' ? 'nothing' : plain;
}
