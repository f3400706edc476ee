import { configReader, linesInForce } from './config-files.ts';
import type { DiffEntry } from './diff.ts';
import { rejectPath, shownText } from './rejection.ts';
import type { Rejection } from './rejection.ts';
import type { DiffRules } from './rules.ts';

/** No rule may be switched off, and nothing left out of a check, by a file that configures it. */
export function judgeDisabledChecks(
  diff: readonly DiffEntry[],
  { engines }: DiffRules,
): readonly Rejection[] {
  const textsOf = configReader(engines);
  return diff.flatMap((entry) => {
    const texts = textsOf(entry);
    const [before, after] = [countDisabled(texts.before), countDisabled(texts.after)];
    return [...after]
      .filter(([name, count]) => count > (before.get(name) ?? 0))
      .map(([name]) =>
        rejectPath(
          'CHECK_DISABLED',
          entry.path,
          (shown) => `${shown} switches off or leaves out ${shownText(name)}; leave it on.`,
        ),
      );
  });
}

const listKey =
  /(?<![\w-])(?:(?:extend-)?(?:ignore|exclude|select-ignore|per-file-ignores)|extend-per-file-ignores|ignores|ignorePatterns|disable|omit|exclude_lines|exclude_also|skips|testPathIgnorePatterns|coveragePathIgnorePatterns|disable_error_code)["']?[ \t]{0,20}[:=]/gi;
// A table of such entries, and any table: the one before it ends there.
const listTable = /^[ \t]*\[[\w."-]*per-file-ignores"?\]/;
const anyTable = /^[ \t]*\[{1,2}[\w."-]+\]{1,2}[ \t]*$/;
const offValue = /(["']?[@\w./-]{1,100}["']?)[ \t]{0,20}:[ \t]{0,20}\[?[ \t]{0,20}["']off["']/gi;
// Other settings may be zero, but few have such names.
const zeroValue =
  /["']((?:no|@?\w{1,60}[-/])[\w./-]{1,60})["'][ \t]{0,20}:[ \t]{0,20}\[?[ \t]{0,20}0(?![\w.])/g;
const laxFlag =
  /(?<![\w-])["']?(ignore_missing_imports|ignore_errors|skipLibCheck|allow_untyped_\w{1,30}|passWithNoTests)["']?[ \t]{0,20}[:=][ \t]{0,20}true/gi;
const strictFlag =
  /(?<![\w-])["']?(strict\w{0,30}|no[A-Z]\w{1,40}|exactOptionalPropertyTypes|disallow_\w{1,40}|check_untyped_defs|warn_\w{1,40}|branch|xfail_strict|enabled)["']?[ \t]{0,20}[:=][ \t]{0,20}["']?(?:[Ff]alse|off)\b/g;

/** Everything that the text switches off and how often, by names that stay the same while it does. */
function countDisabled(text: string | undefined): ReadonlyMap<string, number> {
  const lines = linesInForce(text);
  const counts = new Map<string, number>();
  for (const name of [...findListEntries(lines), ...findFlags(lines)]) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function findFlags(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) =>
    [offValue, zeroValue, laxFlag, strictFlag].flatMap((shape) =>
      [...line.matchAll(shape)].map(([, name = '']) => stripQuotes(name)),
    ),
  );
}

interface OpenList {
  /** How far in its key stands; for a table nothing stands further out. */
  readonly indent: number;
  /** How many brackets are open. */
  readonly depth: number;
}

/** The entries of every list of what is left out: those in its brackets, else on lines that are further in. */
function findListEntries(lines: readonly string[]): readonly string[] {
  const found: string[] = [];
  let open: OpenList | undefined;
  for (const line of lines) {
    const indent = indentOf(line);
    if (open !== undefined && open.depth > 0) {
      found.push(...splitEntries(line));
      open = { ...open, depth: open.depth + depthOf(line) };
    } else if (anyTable.test(line)) {
      open = listTable.test(line) ? { indent: -1, depth: 0 } : undefined;
    } else {
      const rests = [...line.matchAll(listKey)].map(({ 0: key, index }) =>
        untilClosed(line.slice(index + key.length)),
      );
      if (rests.length > 0) open = { indent, depth: depthOf(rests.at(-1) ?? '') };
      else if (open !== undefined && indent <= open.indent) open = undefined;
      else if (open !== undefined) rests.push(line);
      found.push(...rests.flatMap((rest) => splitEntries(rest)));
    }
  }
  return found;
}

/** Up to the bracket that closes what opens first, or closes what was open before. */
function untilClosed(text: string): string {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[[\](){}]/g)) {
    depth += depthOf(bracket);
    if (depth <= 0) return text.slice(0, index);
  }
  return text;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function depthOf(text: string): number {
  return (text.match(/[[{(]/g)?.length ?? 0) - (text.match(/[\])}]/g)?.length ?? 0);
}

function splitEntries(text: string): readonly string[] {
  return text
    .split(/[\s,[\](){}]+/)
    .map((entry) => stripQuotes(entry))
    .filter((entry) => /[\w*]/.test(entry) && !/^(?:true|false|\d+)$/.test(entry));
}

function stripQuotes(name: string): string {
  return name.replace(/^["'-]+|["':=;-]+$/g, '');
}
