import { printTable } from '../../../bench/table.ts';
import type { TriedChange } from './change.ts';

/** What a verdict means for people. */
type Reception = 'taken' | 'waits for a person' | 'refused' | 'without effect';

/** Codes that say no more than that a finding is still there, or others are. */
const ofEffect = /^(?:COMMAND_FAILED|FINDINGS_LEFT|NEW_FINDINGS|NOT_COMPLETE|AGENT_LIED)$/;

export function receptionOf({
  verdict,
  isHeld,
}: Pick<TriedChange, 'verdict' | 'isHeld'>): Reception {
  if (verdict === 'accepted') return isHeld ? 'waits for a person' : 'taken';
  return verdict.split(/[ ,]+/).every((code) => ofEffect.test(code)) ? 'without effect' : 'refused';
}

/** Each change by its name with what it met, and the share that counts. */
export function printChanges(
  title: string,
  tried: readonly TriedChange[],
  counted: { readonly as: string; readonly counts: (one: TriedChange) => boolean },
): void {
  const count = tried.filter((one) => counted.counts(one)).length;
  const percent = ((100 * count) / Math.max(tried.length, 1)).toFixed(1);
  printTable(
    `${title}: ${count} of ${tried.length} ${counted.as}, ${percent} %`,
    ['engine', 'change', 'met', 'verdict'],
    tried.map((one) => [one.engine, one.name, receptionOf(one), one.verdict]),
  );
}
