import type { SuggestedChange } from '#model/suggested-change.ts';
import type { DiffEntry } from './diff.ts';
import { lineSpans } from './line-hunks.ts';
import type { Rejection } from './rejection.ts';
import { normalizeForRemarks, remarksIn } from './remarks.ts';
import type { EngineRules } from './rules.ts';

export interface RemarksToSuggest {
  readonly diff: readonly DiffEntry[];
  readonly reasons: readonly Rejection[];
  /** That of the task. */
  readonly engine: Pick<EngineRules, 'id' | 'suppressions'> | undefined;
}

/** Where the only fault of a change is that it silences findings by their rules, a person may want just that. */
export function suggestRemarks({
  diff,
  reasons,
  engine,
}: RemarksToSuggest): readonly SuggestedChange[] {
  // How its agent ended is no fault of the change.
  const faults = reasons.filter(({ code }) => !code.startsWith('AGENT_'));
  const isFault = faults.length > 0 && faults.every(({ code }) => code === 'SUPPRESSION_ADDED');
  if (!isFault || engine === undefined) return [];
  const all = diff.map((entry) => suggestionsIn(entry, engine));
  // What was changed besides would be lost.
  const isAll = all.every((one) => one !== undefined);
  return isAll ? all.flat().slice(0, mostSuggestions) : [];
}

const mostSuggestions = 10;

/** undefined: there is more in it than remarks. */
function suggestionsIn(
  { path, status, oldText, newText }: DiffEntry,
  { id, suppressions }: NonNullable<RemarksToSuggest['engine']>,
): readonly SuggestedChange[] | undefined {
  if (status !== 'modified' || oldText === undefined || newText === undefined) return undefined;
  const [old, now] = [oldText.split('\n'), newText.split('\n')];
  const found: SuggestedChange[] = [];
  for (const { old: from, now: to } of lineSpans(old, now)) {
    // A remark for the next line stands before what it is about.
    const isBetween = from[0] === from[1] && from[0] < old.length;
    const removed = old.slice(from[0], isBetween ? from[1] + 1 : from[1]);
    const added = now.slice(to[0], isBetween ? to[1] + 1 : to[1]);
    const plain = added.flatMap((line) => withoutRemark(line, path, suppressions) ?? [line]);
    const isSame = plain.filter((line) => line !== '').join('\n') === removed.join('\n');
    if (!isSame || removed.length === 0) return undefined;
    const texts = { before: removed.join('\n'), after: added.join('\n') };
    found.push({ tool: id, path, line: from[0] + 1, ...texts });
  }
  return found;
}

/** The line without a remark that names rules; undefined: it has none. */
function withoutRemark(
  line: string,
  path: string,
  patterns: readonly string[],
): string | undefined {
  for (const pattern of patterns) {
    const [remark] = remarksIn(normalizeForRemarks(line, path), new RegExp(pattern, 'g'));
    const at = new RegExp(pattern).exec(line)?.index;
    if (remark === undefined || at === undefined || remark.names.length === 0) continue;
    const marks = [...line.slice(0, at + 3).matchAll(/#|\/\/|\/\*|<!--/g)];
    const start = marks.findLast(({ index }) => index <= at)?.index ?? at;
    return line.slice(0, start).trimEnd();
  }
  return undefined;
}
