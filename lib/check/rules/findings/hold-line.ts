import type { FixedEntry, ReportedFinding } from '#model/check-report.ts';
import type { EngineOutcome } from '#model/engine-outcome.ts';
import type { Finding } from '#model/finding.ts';
import { type BaselineUpdate, shrinkBaseline } from './baseline-rules.ts';
import type { Baseline, BaselineEntry } from './baseline.ts';
import type { Identified, SourceOf } from './identity.ts';
import { worseNumber } from './numbers.ts';
import type { LineOrigins } from './line-origins.ts';
import { matchFindings } from './match.ts';

/** How the files that were judged differ from those that the baseline was made of. */
interface TreeDifference {
  /** Old path to new path. */
  readonly renames: ReadonlyMap<string, string>;
  readonly deleted: ReadonlySet<string>;
  readonly isChangedLine: (path: string, line: number) => boolean;
  readonly sourceOf: SourceOf;
  readonly oldLine: (entry: BaselineEntry) => string | undefined;
  readonly origins?: LineOrigins | undefined;
}

export interface LineInput {
  readonly findings: readonly Identified<Finding>[];
  readonly outcome: Pick<EngineOutcome, 'category' | 'completeness' | 'warnings'>;
  readonly baseline: Baseline;
  readonly signature: string;
  /** Whether the run covered a file, by its new path; the empty path is no file. */
  readonly inScope: (path: string) => boolean;
  readonly tree: TreeDifference;
}

export interface HeldLine {
  /** In the order given. */
  readonly findings: readonly ReportedFinding[];
  readonly fixed: readonly FixedEntry[];
  /** Why nothing counts as fixed. */
  readonly held: string | null;
  readonly update: BaselineUpdate;
}

/** Marks what is new and what was there before, and says what is gone. */
export function holdLine(input: LineInput): HeldLine {
  const { baseline, outcome, signature, inScope, tree } = input;
  const { marks } = matchFindings({
    current: input.findings,
    baseline: withoutOtherNumbers(baseline.entries, input.findings),
    inScope,
    ...tree,
  });
  const update = shrinkBaseline(baseline, { ...outcome, signature, marks, inScope, ...tree });
  const gone = update.changes.filter(({ kind }) => kind === 'fixed' || kind === 'deleted');
  return {
    findings: marks.map(({ found, verdict }) => ({ ...found.finding, status: verdict })),
    fixed: gone.map(({ entry: { path, rule, message } }) => ({ path, rule, message })),
    held: baseline.entries.length === 0 ? null : (update.held ?? null),
    update,
  };
}

/** Messages are the same whatever numbers are in them; where a number is all there is to say, only that number was accepted. */
function withoutOtherNumbers(
  entries: readonly BaselineEntry[],
  findings: LineInput['findings'],
): readonly BaselineEntry[] {
  const worse = findings.flatMap(({ finding }) => (finding.kind === worseNumber ? finding : []));
  if (worse.length === 0) return entries;
  const names = new Set(worse.map(({ symbol }) => symbol));
  const messages = new Set(worse.map(({ message }) => message));
  return entries.filter(({ rule, message }) => !names.has(rule) || messages.has(message));
}
