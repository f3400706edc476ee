import type { CheckedEngine } from '#model/check-report.ts';
import { seconds } from '#base/words.ts';
import { engineWords, resultWords } from '../words.ts';
import { html } from './text.ts';

/** A row for each engine and mode. */
export function engineTable(engines: readonly CheckedEngine[]): string {
  const longest = Math.max(1, ...engines.map(({ outcome }) => outcome.durationMs));
  const rows = engines.map((one) => engineRow(one, longest));
  return `<div class="wide"><table><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

const heads = ['Engine', 'Mode', 'Result', 'New', 'Fixed', 'Tolerated', 'Time', 'How']
  .map((head) => `<th scope="col">${head}</th>`)
  .join('');

function engineRow(checked: CheckedEngine, longest: number): string {
  const { outcome, counts } = checked;
  const { durationMs, origin, plan, error } = outcome;
  const number = (count: number, kind: string) =>
    error === null
      ? `<td class="number${count === 0 ? ' zero' : ` ${kind}`}">${count}</td>`
      : '<td class="number zero">–</td>';
  const time = `<meter min="0" max="${longest}" value="${durationMs}"></meter><span class="time">${seconds(durationMs)}</span>`;
  return [
    `<tr><th scope="row">${html(engineWords(checked))}</th><td>${plan.mode}</td>`,
    `<td><span class="chip ${moodOf(checked)}">${resultWords(checked)}</span></td>`,
    number(counts.new, 'bad'),
    number(counts.fixed, 'good'),
    number(counts.tolerated, 'plain'),
    `<td class="number">${time}</td><td>${origin}</td></tr>`,
  ].join('');
}

function moodOf({ outcome, degraded, counts }: CheckedEngine): 'good' | 'bad' | 'unsure' {
  if (outcome.error !== null || outcome.category === 'unknown' || degraded) return 'unsure';
  if (outcome.completeness.kind !== 'complete') return 'unsure';
  return counts.new > 0 ? 'bad' : 'good';
}
