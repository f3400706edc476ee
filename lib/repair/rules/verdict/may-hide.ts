import type { DiffEntry } from './diff.ts';
import { touchedPaths } from './diff.ts';
import { lineChanges } from './line-changes.ts';
import { lineSpans } from './line-hunks.ts';
import type { EngineRules } from './rules.ts';

type Hiding = Pick<EngineRules, 'judges' | 'suppressions'> & {
  readonly unsilenced?: { readonly plant?: unknown } | undefined;
};

/** Whether a change could keep an engine from saying what it finds; many cannot, and need not be looked into. */
export function mayHideFindings(diff: readonly DiffEntry[], engine: Hiding): boolean {
  const remarks = engine.suppressions.map((pattern) => new RegExp(pattern, 'm'));
  const judged = diff.filter((entry) =>
    touchedPaths(entry).some((path) => engine.judges.test(path)),
  );
  return judged.some((entry) => {
    const { added, removed } = lineChanges(entry);
    return (
      // Where it lies now, other rules may be in force.
      entry.status === 'renamed' ||
      [...added, ...removed].some((line) => remark.test(line)) ||
      (engine.unsilenced?.plant !== undefined && mayTurn(entry)) ||
      // What is moved below such a remark is silenced by it.
      remarks.some((one) => one.test(entry.newText ?? '') || one.test(entry.oldText ?? ''))
    );
  });
}

const remark = /#|\/\/|\/\*|\*\/|<!--/;

/** Whether other code may be reached, or looked at: not where lines were only rewritten, each with the same words for that. */
function mayTurn({ status, oldText = '', newText = '' }: DiffEntry): boolean {
  if (status !== 'modified') return true;
  const [old, now] = [oldText.split('\n'), newText.split('\n')];
  return lineSpans(old, now).some(
    ({ old: [from, to], now: [start, end] }) =>
      to - from !== 1 || end - start !== 1 || turnsOf(old[from]) !== turnsOf(now[start]),
  );
}

function turnsOf(line = ''): string {
  // A call may be of what never returns.
  const isCall = /^\s*(?:await\s+)?[\w.]+\s*\([^]*\);?\s*$/.test(line);
  const isHead = /^\s*(?:async\s+)?(?:def|class)\b/.test(line);
  if (isCall || isHead) return line;
  return line.match(turn)?.join(' ') ?? '';
}

const turn =
  /@|:|->|\b(?:return|raise|throw|assert|if|while|for|with|try|continue|break|yield|lambda|NoReturn|Never)\b/g;
