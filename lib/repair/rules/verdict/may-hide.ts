import type { DiffEntry } from './diff.ts';
import { touchedPaths } from './diff.ts';
import { lineChanges } from './line-changes.ts';
import type { EngineRules } from './rules.ts';

type Hiding = Pick<EngineRules, 'judges' | 'suppressions'> & {
  readonly unsilenced?: { readonly plant?: unknown } | undefined;
};

/** Whether a change could keep an engine from saying what it finds; most cannot, and need not be looked into. */
export function mayHideFindings(diff: readonly DiffEntry[], engine: Hiding): boolean {
  const remarks = engine.suppressions.map((pattern) => new RegExp(pattern, 'm'));
  const judged = diff.filter((entry) =>
    touchedPaths(entry).some((path) => engine.judges.test(path)),
  );
  return judged.some((entry) => {
    const { added, removed } = lineChanges(entry);
    const changed = [...added, ...removed];
    return (
      // Where it lies now, other rules may be in force.
      entry.status === 'renamed' ||
      changed.some((line) => remark.test(line)) ||
      (engine.unsilenced?.plant !== undefined &&
        (entry.status !== 'modified' || changed.some((line) => turn.test(line)))) ||
      // What is moved below such a remark is silenced by it.
      remarks.some((one) => one.test(entry.newText ?? '') || one.test(entry.oldText ?? ''))
    );
  });
}

const remark = /#|\/\/|\/\*|\*\/|<!--/;

/** What decides whether code is reached, or looked at. */
const turn =
  /@|->|\b(?:def|return|raise|assert|exit|quit|abort|if|while|for|with|try|continue|break|yield|lambda|NoReturn|Never)\b/;
