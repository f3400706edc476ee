import { maySilence } from '#check/rules/findings/suppressions.ts';
import { type DiffEntry, isFileAfterwards } from './diff.ts';
import { type Hunk, lineHunks } from './line-hunks.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection, RejectionCode } from './rejection.ts';
import {
  normalizeForRemarks,
  type PlainText,
  type SuppressionRemark,
  remarksIn,
} from './remarks.ts';
import type { DiffRules, EngineRules } from './rules.ts';

/** No test may be skipped and no finding silenced by a comment, unless that is the task. */
export function judgeSilenced(
  diff: readonly DiffEntry[],
  { engines, request }: DiffRules,
): readonly Rejection[] {
  return [...engines, coverageOfScripts].flatMap((engine) => {
    const permit = engine.scope === 'tests' ? 'skips' : 'suppressions';
    if (request.permits.includes(permit)) return [];
    const judged = diff.filter(({ path, oldPath }) => {
      return maySilence(path, engine) || (oldPath !== undefined && maySilence(oldPath, engine));
    });
    return engine.suppressions.flatMap((pattern) => {
      const every = new RegExp(pattern, 'gm');
      const turns = judged.flatMap((entry) => changedRemarks(entry, every) ?? []);
      const more = rejectMoreSilencings(turns, engine);
      return more.length > 0 || engine.scope === 'tests' ? more : rejectWidened(turns, engine);
    });
  });
}

type Silencing = Pick<EngineRules, 'id' | 'judges' | 'scope' | 'suppressions'>;

/** What no engine of ours counts, and a team that counts it does. */
const coverageOfScripts: Silencing = {
  id: 'coverage',
  scope: 'whole-program',
  judges: /\.(?:[cm]?[jt]sx?|vue|svelte)$/,
  suppressions: [
    String.raw`\b(?:istanbul|[cv]8)\s+ignore\b`,
    String.raw`\bnode:coverage\s+(?:ignore|disable)\b`,
  ],
};

/** What went from a file and what came, without what stayed as it was. */
interface Turn {
  readonly entry: DiffEntry;
  readonly gone: readonly SuppressionRemark[];
  readonly added: readonly SuppressionRemark[];
}

function changedRemarks(entry: DiffEntry, pattern: RegExp): Turn | undefined {
  const { before, after } = readBothSides(entry);
  const [old, now] = [remarksIn(before, pattern), remarksIn(after, pattern)];
  if (old.length + now.length === 0) return undefined;
  return { entry, gone: subtractRemarks(old, now), added: subtractRemarks(now, old) };
}

interface Sides {
  readonly before: PlainText;
  readonly after: PlainText;
  /** The places at which they differ; asked for seldom. */
  readonly hunks: () => readonly Hunk[];
}

function readBothSides(entry: DiffEntry): Sides {
  const known = remembered.get(entry);
  if (known !== undefined) return known;
  const { path, oldPath = path, oldText = '', newText = '' } = entry;
  const before = normalizeForRemarks(oldText, oldPath);
  const after = normalizeForRemarks(isFileAfterwards(entry) ? newText : '', path);
  let hunks: readonly Hunk[] | undefined;
  const sides = { before, after, hunks: () => (hunks ??= lineHunks(before.text, after.text)) };
  remembered.set(entry, sides);
  return sides;
}

// Many patterns ask for the same entry, which never changes.
const remembered = new WeakMap<DiffEntry, Sides>();

function subtractRemarks(
  remarks: readonly SuppressionRemark[],
  others: readonly SuppressionRemark[],
): readonly SuppressionRemark[] {
  const left = Map.groupBy(others, remarkKey);
  return remarks.filter((one) => left.get(remarkKey(one))?.pop() === undefined);
}

function remarkKey({ form, names, line, code, around }: SuppressionRemark): string {
  return JSON.stringify([form, names, line.trim(), [...code], around]);
}

function rejectMoreSilencings(
  turns: readonly Turn[],
  { id, scope }: Silencing,
): readonly Rejection[] {
  const counted = turns.map(({ entry, gone, added }) => ({
    entry,
    more: added.length - gone.length,
  }));
  // What moves to another file is not new.
  if (counted.reduce((sum, { more }) => sum + more, 0) <= 0) return [];
  const code: RejectionCode = scope === 'tests' ? 'TEST_SKIPPED' : 'SUPPRESSION_ADDED';
  const what = scope === 'tests' ? 'skips or singles out tests' : 'silences findings';
  return counted
    .filter(({ more }) => more > 0)
    .map(({ entry, more }) =>
      rejectPath(
        code,
        entry.path,
        (shown) => `${shown} ${what} of ${id} in ${more} more places; repair the cause instead.`,
      ),
    );
}

interface Standing {
  readonly turn: Turn;
  readonly remark: SuppressionRemark;
}

/**
 * As many as before may silence more than before: each must name no rule that one which went did not name, and stand
 * where that one stood, or at the code that it stood at.
 */
function rejectWidened(turns: readonly Turn[], { id }: Silencing): readonly Rejection[] {
  const gone = turns.flatMap((turn) => turn.gone.map((remark) => ({ turn, remark })));
  const added = turns.flatMap((turn) => turn.added.map((remark) => ({ turn, remark })));
  const isMany = gone.length * added.length > mostPairs;
  const wider = added
    .toSorted(
      (a, b) =>
        countNamedRules(b) - countNamedRules(a) || (a.turn.entry.path < b.turn.entry.path ? -1 : 1),
    )
    .filter((one) => !takeNarrowest(gone, one, isMany ? () => true : isSamePlace));
  return [...new Set(wider.map(({ turn }) => turn.entry.path))].map((path) =>
    rejectPath(
      'SUPPRESSION_ADDED',
      path,
      (shown) =>
        `${shown} silences more of ${id} in a place than before; leave such remarks as they were and repair the cause.`,
    ),
  );
}

// To hold each against each takes minutes where a generated file changes.
const mostPairs = 100_000;

function countNamedRules({ remark: { names } }: Standing): number {
  return names.length === 0 ? Number.MAX_SAFE_INTEGER : names.length;
}

/** Takes the narrowest of those that went that silenced as much there; false: none did. */
function takeNarrowest(
  gone: Standing[],
  added: Standing,
  isPlace: (one: Standing, other: Standing) => boolean,
): boolean {
  const [fits] = gone
    .filter((one) => silencesNoMore(added.remark, one.remark) && isPlace(one, added))
    .toSorted((a, b) => countNamedRules(a) - countNamedRules(b));
  if (fits === undefined) return false;
  gone.splice(gone.indexOf(fits), 1);
  return true;
}

function silencesNoMore({ form, names }: SuppressionRemark, other: SuppressionRemark): boolean {
  if (form !== other.form) return false;
  return (
    other.names.length === 0 ||
    (names.length > 0 && names.every((name) => other.names.includes(name)))
  );
}

function isSamePlace({ turn, remark: gone }: Standing, { turn: other, remark: added }: Standing) {
  if (isAlike(gone.code, added.code)) return true;
  if (turn !== other) return false;
  if (gone.around.some((line, index) => line === added.around[index])) return true;
  return readBothSides(turn.entry)
    .hunks()
    .some((hunk) => hunk.removed.includes(gone.line) && hunk.added.includes(added.line));
}

/** Code that moves is often written a little otherwise, such as with another path in an import. */
function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length;
  return 2 * shared >= one.size + other.size - shared;
}
