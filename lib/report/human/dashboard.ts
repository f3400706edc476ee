import type { CheckedEngine } from '#model/check-report.ts';
import { oneLine } from '#base/plain-text.ts';
import { seconds } from '#base/words.ts';
import { engineWords, resultWords } from '../words.ts';
import type { Paint, Style } from './look.ts';
import { type Cell, tableLines } from './table.ts';

/** A table with one row for each engine and mode. */
export function dashboard(engines: readonly CheckedEngine[], paint: Paint): readonly string[] {
  return tableLines({ heads, numbers, rows: engines.map(cellsOf) }, paint);
}

const heads = ['Engine', 'Mode', 'Result', 'New', 'Fixed', 'Tolerated', 'Time', 'How'] as const;
const numbers = new Set<number>([3, 4, 5, 6]);

function cellsOf(checked: CheckedEngine): readonly Cell[] {
  const { outcome, counts } = checked;
  const failed = outcome.error !== null;
  const count = (value: number, style: Style): Cell =>
    failed ? { text: '-' } : { text: String(value), style: value > 0 ? style : undefined };
  return [
    { text: oneLine(engineWords(checked)), style: 'bold' },
    { text: outcome.plan.mode },
    { text: resultWords(checked), style: resultStyle(checked) },
    count(counts.new, 'red'),
    count(counts.fixed, 'green'),
    count(counts.tolerated, 'dim'),
    { text: seconds(outcome.durationMs) },
    { text: outcome.origin },
  ];
}

function resultStyle({ outcome, degraded, counts }: CheckedEngine): Style {
  if (outcome.error !== null || outcome.category === 'unknown') return 'red';
  if (degraded || outcome.completeness.kind !== 'complete') return 'yellow';
  return counts.new > 0 ? 'red' : 'green';
}
