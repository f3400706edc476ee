import { followTestFile } from '#check/rules/findings/test-names.ts';
import type { ProbeAnswer, WatchedTest } from './probe-answer.ts';

/** The tests as they were and as they are, both on the source as it is now. */
export interface TwoProbes {
  /** undefined: no test differs, or the runner could not load those that were. */
  readonly old: ProbeAnswer | undefined;
  readonly now: ProbeAnswer;
  /** Old path to new path. */
  readonly renames: ReadonlyMap<string, string>;
  readonly oldLines: ReadonlyMap<string, readonly string[]>;
  readonly newLines: ReadonlyMap<string, readonly string[]>;
}

export interface TestPair {
  readonly old: WatchedTest;
  /** undefined: no test has its name any more. */
  readonly now: WatchedTest | undefined;
}

export function pairTests({ old, now, renames }: TwoProbes): readonly TestPair[] {
  const byId = new Map(now.watched.map((test) => [test.id, test]));
  return (old?.watched ?? []).map((test) => ({ old: test, now: byId.get(idNow(test, renames)) }));
}

/** Those that had no predecessor of their name. */
export function addedTests({ old, now, renames }: TwoProbes): readonly WatchedTest[] {
  const known = new Set([
    ...Object.keys(old?.outcomes ?? {}),
    ...(old?.watched ?? []).map((test) => idNow(test, renames)),
  ]);
  return now.watched.filter(({ id }) => !known.has(id));
}

function idNow({ id, file }: WatchedTest, renames: TwoProbes['renames']): string {
  return file === null ? id : followTestFile({ id, file }, renames).id;
}
