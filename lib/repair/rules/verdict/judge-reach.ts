import { subtractLines } from './line-changes.ts';
import { type Rejection, shownText } from './rejection.ts';

/** Which statements an engine judges, by their code: it was asked at each of them. */
export interface JudgedStatements {
  readonly judged: readonly string[];
  readonly unjudged: readonly string[];
}

/** A statement that was judged before must still be, wherever it stands now. */
export function judgeReach(
  title: string,
  { before, after }: { readonly before: JudgedStatements; readonly after: JudgedStatements },
): readonly Rejection[] {
  const [fewer, more] = [
    subtractLines(before.judged, after.judged),
    subtractLines(after.unjudged, before.unjudged),
  ];
  const lost = subtractLines(fewer, subtractLines(fewer, more));
  // Where statements were rewritten on the way, their number tells.
  const isLess = fewer.length > 0 && more.length > 0 && before.judged.length > after.judged.length;
  const [example] = lost.length > 0 ? lost : isLess ? more : [];
  if (example === undefined) return [];
  return [
    {
      code: 'SCOPE_SHRUNK',
      sentence: `${title} does not judge "${shownText(example)}" any more, as it did before; keep the code where it is checked.`,
    },
  ];
}
