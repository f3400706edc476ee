import type { Sha } from '#model/ids.ts';
import type { AcceptedDiff } from '#model/run.ts';

export interface AcceptedChange extends AcceptedDiff {
  /** Every path that it touches. */
  readonly paths: readonly string[];
  /** What it led to, with all before it. */
  readonly tree: Sha;
}

/** The accepted change that most likely made something worse: the last that touches where it shows, else the last. */
export function suspectOf(
  accepted: readonly AcceptedChange[],
  worse: ReadonlySet<string>,
): AcceptedChange | undefined {
  const near = accepted.filter(({ paths }) => paths.some((path) => worse.has(path)));
  return near.at(-1) ?? accepted.at(-1);
}
