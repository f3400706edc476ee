import type { RunReport } from '#model/run-report.ts';
import { span } from '#base/moment.ts';
import { dollars } from '#base/words.ts';
import { html } from '../html/parts.ts';

/** Findings by engine. */
export function engineTable({ engines }: RunReport): string {
  const rows = engines.map(({ tool, found, fixed, left, fresh }) =>
    [
      name(tool),
      number(found, 'plain'),
      number(fixed, 'good'),
      number(left, 'unsure'),
      number(fresh, 'bad'),
    ].join(''),
  );
  return table(['Engine', 'Found', 'Fixed', 'Left', 'New'], rows);
}

/** What each agent cost, by who says so. */
export function costTable({ costs }: RunReport): string {
  const rows = costs.map(({ agent, attempts, usd, source, inputTokens, outputTokens }) =>
    [
      name(agent),
      ...[String(attempts), dollars(usd), counts(inputTokens), counts(outputTokens)].map(right),
      `<td>${source}</td>`,
    ].join(''),
  );
  return table(['Agent', 'Attempts', 'Cost', 'Tokens in', 'Tokens out', 'Source'], rows);
}

/** Where the time went. */
export function timeTable({ times }: RunReport): string {
  const rows = times.map(({ stage, times: often, ms }) =>
    [name(stage), right(String(often)), right(span(ms))].join(''),
  );
  return table(['Stage', 'Times', 'Time'], rows);
}

/** All columns but the first and `Source` are numbers. */
function table(heads: readonly string[], rows: readonly string[]): string {
  if (rows.length === 0) return '';
  const cells = heads.map((head, at) => {
    const kind = at === 0 || head === 'Source' ? '' : ' class="number"';
    return `<th scope="col"${kind}>${head}</th>`;
  });
  const body = rows.map((row) => `<tr>${row}</tr>`).join('');
  return `<div class="wide"><table><thead><tr>${cells.join('')}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function name(text: string): string {
  return `<th scope="row">${html(text)}</th>`;
}

function number(count: number | null, kind: string): string {
  if (count === null) return '<td class="number zero">–</td>';
  return `<td class="number${count === 0 ? ' zero' : ` ${kind}`}">${count}</td>`;
}

function right(text: string): string {
  return `<td class="number">${html(text)}</td>`;
}

/** A program that says nothing of tokens is not one that used none. */
function counts(tokens: number): string {
  return tokens === 0 ? '–' : String(tokens);
}
