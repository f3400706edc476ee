import { moment, span } from '#base/moment.ts';
import { html } from '../html/parts.ts';

/** A cell of a table: a number stands to the right, a text may be broken. */
export interface Column {
  readonly head: string;
  readonly kind?: 'number' | 'text';
}

/** A table of cells that are markup already; nothing where there is no row. */
export function pageTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  mood = '',
): string {
  if (rows.length === 0) return '';
  const heads = columns.map(
    ({ head, kind }) => `<th role="columnheader" scope="col"${classOf(kind)}>${head}</th>`,
  );
  const body = rows.map((cells) => tableRow(cells.map((cell, at) => tableCell(cell, columns[at]))));
  return [
    `<div class="wide${mood}"><table role="table"><thead role="rowgroup">${tableRow(heads)}</thead>`,
    `<tbody role="rowgroup">${body.join('')}</tbody></table></div>`,
  ].join('');
}

// Where there is little room rows are no rows to the eye; their roles say that they still are.
function tableRow(cells: readonly string[]): string {
  return `<tr role="row">${cells.join('')}</tr>`;
}

/** The name of a number stands beside it where the heads have no room. */
function tableCell(cell: string, column: Column | undefined): string {
  const name = column?.kind === 'number' ? ` data-head="${column.head}"` : '';
  return `<td role="cell"${classOf(column?.kind)}${name}>${cell}</td>`;
}

function classOf(kind: Column['kind']): string {
  return kind === undefined ? '' : ` class="${kind}"`;
}

/** Where people read on; what is no address of a page leads nowhere. */
export function pageLink(url: string | null, text: string): string {
  if (url === null || !/^https?:\/\//.test(url)) return html(text);
  return `<a href="${html(url)}" rel="noreferrer">${html(text)}</a>`;
}

export function chip(mood: string, word: string): string {
  return `<span class="chip ${mood}">${html(word)}</span>`;
}

/** Since when, and how long that is. */
export function sinceCell(since: number, now: number): string {
  return `<span title="${moment(since)} UTC">${span(now - since)}</span>`;
}
