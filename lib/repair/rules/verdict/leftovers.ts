import { isFileAfterwards, newPath } from './diff.ts';
import type { DiffEntry } from './diff.ts';
import { foldPath } from '#base/fold-path.ts';
import { lineChanges, longestLine, matchesAdded } from './line-changes.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';
import type { DiffRules } from './rules.ts';

/** Nothing may be left behind that was not written on purpose: markers of a conflict, products of tools, what cannot be read. */
export function judgeLeftovers(
  diff: readonly DiffEntry[],
  { request }: DiffRules,
): readonly Rejection[] {
  const mayBeBinary = request.permits.includes('binary_files');
  return diff.flatMap((entry) => {
    if (!isFileAfterwards(entry)) return [];
    return [
      ...rejectConflictMarkers(entry),
      ...(mayBeBinary && entry.newText === undefined ? [] : rejectUnreadable(entry)),
      ...rejectGenerated(entry),
    ];
  });
}

// A row of "=" alone is a heading in some languages, and every conflict has the others.
const marker = /^(?:<{7}|>{7}|\|{7})(?: |$)/;

function rejectConflictMarkers(entry: DiffEntry): readonly Rejection[] {
  if (matchesAdded(lineChanges(entry), marker) <= 0) return [];
  return [
    rejectPath(
      'CONFLICT_MARKER',
      entry.path,
      (shown) => `${shown} has markers of a merge conflict; resolve it and take them out.`,
    ),
  ];
}

function rejectUnreadable(entry: DiffEntry): readonly Rejection[] {
  const { newText, path } = entry;
  const readable =
    newText !== undefined &&
    !newText.includes('\0') &&
    lineChanges(entry).added.every((line) => line.length <= longestLine);
  if (readable) return [];
  return [
    rejectPath(
      'UNREADABLE_FILE',
      path,
      (shown) =>
        `${shown} is binary, too long, or has a line of more than ${longestLine} letters, so it cannot be judged; leave it out.`,
    ),
  ];
}

const products = [
  /(?:^|\/)(?:node_modules|__pycache__|\.(?:pytest|mypy|ruff|eslint)_?cache|\.[tn]ox|\.venv|\.nyc_output|[^/]+\.egg-info)\//,
  /\.(?:py[co]|tsbuildinfo|orig|rej|min\.js|min\.css)$/,
  /(?:^|\/)(?:\.coverage(?:\.[^/]*)?|\.ds_store|thumbs\.db|npm-debug\.log|core\.\d+)$/,
];

function rejectGenerated(entry: DiffEntry): readonly Rejection[] {
  const made = newPath(entry);
  if (made === undefined) return [];
  const folded = foldPath(made);
  if (!products.some((product) => product.test(folded))) return [];
  return [
    rejectPath(
      'GENERATED_FILE',
      made,
      (shown) => `${shown} is what a tool leaves behind; take it out of the change.`,
    ),
  ];
}
