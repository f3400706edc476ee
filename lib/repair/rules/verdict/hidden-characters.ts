import { foldersAbove } from '#base/folders-above.ts';
import { findHiddenCharacters, type HiddenCharacter, mayHide } from '#base/hidden-characters.ts';
import { type DiffEntry, newPath } from './diff.ts';
import { type Rejection, rejectPath } from './rejection.ts';
import type { DiffRules } from './rules.ts';

/** A changed text, with all that it may have been made of. */
export interface TextTurn {
  readonly path: string;
  readonly before: readonly string[];
  readonly after: string;
}

/** Nothing may come in that a reader of the change does not see, be it in a text or in a name. */
export function judgeHidden(
  diff: readonly DiffEntry[],
  { existingPaths }: DiffRules,
): readonly Rejection[] {
  const gone = diff.flatMap(({ status, oldText }) => (status === 'deleted' ? (oldText ?? []) : []));
  const turns = diff.flatMap(({ path, oldText, newText, newMode }) =>
    newText === undefined || newMode === null
      ? []
      : [{ path, before: oldText === undefined ? gone : [oldText], after: newText }],
  );
  return [...judgeHiddenNames(diff, existingPaths), ...turns.flatMap((turn) => judgeText(turn))];
}

/** The same for names alone. */
export function judgeHiddenNames(
  diff: readonly DiffEntry[],
  existingPaths: readonly string[],
): readonly Rejection[] {
  const made = diff.flatMap((entry) => newPath(entry) ?? []).filter((path) => mayHide(path));
  if (made.length === 0) return [];
  const known = new Set(existingPaths.flatMap((path) => foldersAbove(path)));
  return made.flatMap((path) => {
    const inKnown = foldersAbove(path).filter((folder) => known.has(folder));
    const from = Math.max(0, ...inKnown.map(({ length }) => length));
    const [first] = path
      .slice(from)
      .split('/')
      .flatMap((part) => findHiddenCharacters(part));
    return first === undefined
      ? []
      : [rejectHidden(path, `has ${describeHidden(first)} in its name`)];
  });
}

/** Where a text has what none of those had that it may have been made of. */
export function judgeText({ path, before, after }: TextTurn): readonly Rejection[] {
  if (!mayHide(after)) return [];
  const known = before.map((text) => countWithin(findHiddenCharacters(text)));
  const counts = new Map<string, number>();
  const first = findHiddenCharacters(after).find((one) => {
    const key = keyOf(one);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const most = Math.max(0, ...known.map((all) => all.get(key) ?? 0));
    // A name that is known may be used once more.
    return one.kind === 'look-alike' ? most === 0 : count > most;
  });
  if (first === undefined) return [];
  const line = after.slice(0, first.index).split(/\r\n|[\n\r]/).length;
  return [rejectHidden(path, `brings in ${describeHidden(first)} on line ${line}`)];
}

function countWithin(all: readonly HiddenCharacter[]): ReadonlyMap<string, number> {
  const groups = Map.groupBy(all, keyOf);
  return new Map([...groups].map(([key, same]) => [key, same.length]));
}

function keyOf({ codePoint, within }: HiddenCharacter): string {
  return `${codePoint} ${within}`;
}

function describeHidden({ codePoint, kind }: HiddenCharacter): string {
  const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  return kind === 'invisible'
    ? `the hidden character ${name}`
    : `${name}, which looks like a Latin letter, in a Latin word`;
}

function rejectHidden(path: string, what: string): Rejection {
  return rejectPath(
    'HIDDEN_CHARACTERS',
    path,
    (shown) => `${shown} ${what}; write what readers can see.`,
  );
}
