import type { DiffEntry } from './diff.ts';
import { lineChanges, longestLine, matchesAdded } from './line-changes.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection, RejectionCode } from './rejection.ts';
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
      return engine.judges.test(path) || (oldPath !== undefined && engine.judges.test(oldPath));
    });
    return engine.suppressions.flatMap((pattern) => {
      const more = silencedBy(new RegExp(pattern), judged, engine);
      return more.length > 0 || engine.scope === 'tests'
        ? more
        : widened(new RegExp(pattern), judged, engine);
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

function silencedBy(
  pattern: RegExp,
  diff: readonly DiffEntry[],
  { id, scope }: Silencing,
): readonly Rejection[] {
  const counted = diff.map((entry) => ({ entry, more: matchesAdded(lineChanges(entry), pattern) }));
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

/** As many as before may silence more than before: each must name no rule that one which went did not name. */
function widened(
  pattern: RegExp,
  diff: readonly DiffEntry[],
  { id }: Silencing,
): readonly Rejection[] {
  const gone = diff.flatMap((entry) => silencings(lineChanges(entry).removed, pattern));
  const added = diff.flatMap((entry) =>
    silencings(lineChanges(entry).added, pattern).map((one) => ({ path: entry.path, one })),
  );
  const wider = added
    .toSorted((a, b) => widthOf(b.one) - widthOf(a.one) || (a.path < b.path ? -1 : 1))
    .filter(({ one }) => !takeNarrowest(gone, one));
  return [...new Set(wider.map(({ path }) => path))].map((path) =>
    rejectPath(
      'SUPPRESSION_ADDED',
      path,
      (shown) =>
        `${shown} silences more of ${id} in a place than before; leave such remarks as they were and repair the cause.`,
    ),
  );
}

/** A form, and the rules that it names; naming none it is for all of them. */
type Remark = readonly string[];

function widthOf({ length }: Remark): number {
  return length === 1 ? Number.MAX_SAFE_INTEGER : length;
}

/** Takes the narrowest of those that went that silenced as much; false: none did. */
function takeNarrowest(gone: Remark[], added: Remark): boolean {
  const [fits] = gone
    .filter((one) => isWithin(added, one))
    .toSorted((a, b) => widthOf(a) - widthOf(b));
  if (fits === undefined) return false;
  gone.splice(gone.indexOf(fits), 1);
  return true;
}

/** What each of these lines that silences names, up to the end of the remark. */
function silencings(lines: readonly string[], pattern: RegExp): Remark[] {
  return lines
    .filter((line) => line.length <= longestLine)
    .flatMap((line) => {
      const found = pattern.exec(line);
      if (found === null) return [];
      const [rest = ''] = line.slice(found.index + found[0].length).split(/#|\*\/|-->|\/\//);
      // `eslint-disable` and `eslint-disable-line` are two forms.
      const [end = ''] = /^[\w-]*/.exec(rest) ?? [];
      const form = `${found[0]}${end}`.replace(/\s+/g, '');
      return [[form, ...(rest.slice(end.length).match(/[\w@/.-]+/g) ?? [])]];
    });
}

function isWithin([form, ...added]: Remark, [other, ...removed]: Remark): boolean {
  if (form !== other) return false;
  return (
    removed.length === 0 || (added.length > 0 && added.every((name) => removed.includes(name)))
  );
}
