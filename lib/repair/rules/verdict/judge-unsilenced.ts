import type { Finding } from '#model/finding.ts';
import type { Identified } from '#check/rules/findings/identity.ts';
import { type Rejection, rejectPath, shownText } from './rejection.ts';

/** What an engine finds in a tree when it heeds no remark. */
export interface UnsilencedFinding {
  readonly found: Identified<Finding>;
  /** The line that it is in. */
  readonly line: string;
  /** Whether it says so too when it heeds them. */
  readonly isTold: boolean;
}

export interface UnsilencedSides {
  readonly before: readonly UnsilencedFinding[];
  readonly after: readonly (UnsilencedFinding & {
    /** The same one before the change; undefined: it was not there. */
    readonly known: UnsilencedFinding | undefined;
  })[];
}

/** What is there and is not told any more was silenced, in whatever words. */
export function judgeUnsilenced({ before, after }: UnsilencedSides): readonly Rejection[] {
  const kept = new Set(after.flatMap(({ known }) => known ?? []));
  const moved = Map.groupBy(
    before.filter((one) => !one.isTold && !kept.has(one)),
    wordsOf,
  );
  const gone = before.filter((one) => one.isTold && !kept.has(one));
  const silenced = after.filter((one) => {
    if (one.isTold) return false;
    // Tools say the same of a line but once: what was joined with it is silent with it.
    if (gone.some((other) => isJoined(other, one))) return true;
    if (one.known?.isTold === false) return false;
    // What was silenced before may move, with its remark, to where nothing recognizes it.
    return one.known !== undefined || moved.get(wordsOf(one))?.pop() === undefined;
  });
  return silenced.slice(0, mostShown).map(rejectSilenced);
}

const mostShown = 10;

function isJoined(gone: UnsilencedFinding, now: UnsilencedFinding): boolean {
  const [code, whole] = [gone.line.trim(), now.line.trim()];
  return wordsOf(gone) === wordsOf(now) && code !== whole && code !== '' && whole.includes(code);
}

function wordsOf({ found: { finding } }: UnsilencedFinding): string {
  return JSON.stringify([finding.symbol, finding.message.replaceAll(/\d+/g, '0')]);
}

function rejectSilenced({ found: { finding } }: UnsilencedFinding): Rejection {
  const { filePath = '', line, tool, symbol, message } = finding;
  const what = shownText([symbol, message].filter((word) => word !== undefined).join(': '));
  return rejectPath(
    'FINDING_SILENCED',
    filePath,
    (shown) =>
      `${tool} still finds "${what}" in ${shown}${line === undefined ? '' : `, line ${line}`}, when it heeds no remarks; repair the cause.`,
  );
}
