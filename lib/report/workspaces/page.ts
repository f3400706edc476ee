import { moment } from '#base/moment.ts';
import { dollars } from '#base/words.ts';
import { greenCode } from '#ratchet/rules/decision/table/guards.ts';
import { type RowGroup, rowGroups } from '#ratchet/rules/operators/row-groups.ts';
import { htmlDocument } from '../html/document.ts';
import { card, section, valueCard, html } from '../html/parts.ts';
import { blindWords, pauseWords, nextLookWords } from './words.ts';
import { refreshSeconds, type Renewal, servedLinks, type WorkspaceLinks } from './links.ts';
import type { Overview } from './overview.ts';
import { chip, type Column, pageLink, pageTable, sinceCell } from './parts.ts';
import { attemptWords, sortRows, type WorkspaceRow } from './row.ts';
import { workspacesStyle, workspacesStyleHash } from './style.ts';

const mostOver = 100;

/** The page of everything that is watched: what needs a person stands first. */
export function workspacesPage(overview: Overview, renewal: Renewal = 'renewed'): string {
  return htmlDocument({
    title: overviewHeadline(overview),
    style: workspacesStyle,
    styleHash: workspacesStyleHash,
    refreshSeconds: refreshSeconds(renewal),
    body: workspacesBody(overview, servedLinks(renewal)),
  });
}

/** The same without what is around it, for wherever else it is shown. */
export function workspacesBody(overview: Overview, links: WorkspaceLinks): readonly string[] {
  const { rows, now, pauses } = overview;
  const blind = blindWords(overview);
  const notices = blind === undefined ? pauseWords(pauses) : [blind, ...pauseWords(pauses)];
  const isWell = blind === undefined && rows.every(({ group }) => group !== 'human');
  const groups = Map.groupBy(sortRows(rows), ({ group }) => group);
  return [
    `<header class="verdict ${isWell ? 'good' : 'unsure'}"><p class="brand">ratchetr</p>`,
    `<h1>${overviewHeadline(overview)}</h1><p>As of ${moment(now)} UTC. ${links.renewal}</p></header>`,
    '<main>',
    ...notices.map((words) => `<p class="notice">${html(words)}</p>`),
    overviewCards(overview, groups),
    ...rowGroups.map((group) =>
      groupSection(group, groups.get(group) ?? [], (row) => workspaceCells(row, now, links)),
    ),
    '</main>',
  ];
}

type Groups = ReadonlyMap<RowGroup, readonly WorkspaceRow[]>;

function overviewHeadline(overview: Overview): string {
  const { rows } = overview;
  const waiting = rows.filter(({ group }) => group === 'human').length;
  if (rows.length === 0) return 'No pull request is watched yet';
  if (waiting === 0) {
    return blindWords(overview) === undefined
      ? 'No pull request needs a person'
      : 'Some pull requests cannot be looked at';
  }
  return waiting === 1 ? '1 pull request needs a person' : `${waiting} pull requests need a person`;
}

function overviewCards({ rows }: Overview, groups: Groups): string {
  const count = (group: RowGroup): number => groups.get(group)?.length ?? 0;
  const usd = rows.reduce((sum, row) => sum + row.usd, 0);
  const green = rows.filter(({ code, group }) => code === greenCode && group !== 'over').length;
  return [
    '<section class="cards" aria-label="Totals">',
    card('need a person', count('human'), 'unsure'),
    card('at work', count('work'), 'plain'),
    card('green', green, 'good'),
    card('open', rows.length - count('over'), 'plain'),
    valueCard('cost of all', dollars(usd), usd > 0 ? 'plain' : ''),
    '</section>',
  ].join('');
}

const titles: Readonly<Record<RowGroup, readonly [title: string, hint: string]>> = {
  human: ['A person is needed', 'The longest waiting comes first.'],
  work: ['At work', ''],
  rest: ['Watched', ''],
  over: ['Closed or merged', ''],
};

const columns: readonly Column[] = [
  { head: 'Pull request', kind: 'text' },
  { head: 'State' },
  { head: 'Why', kind: 'text' },
  { head: 'Attempts', kind: 'number' },
  { head: 'Cost', kind: 'number' },
  { head: 'Since', kind: 'number' },
  { head: 'Next look', kind: 'number' },
  { head: 'Details' },
];

function groupSection(
  group: RowGroup,
  rows: readonly WorkspaceRow[],
  cellsFor: (row: WorkspaceRow) => readonly string[],
): string {
  const [title, hint] = titles[group];
  const shown = group === 'over' ? rows.slice(0, mostOver) : rows;
  const cells = shown.map(cellsFor);
  const more = rows.length - shown.length;
  const rest = more > 0 ? `<p class="soft">and ${more} more</p>` : '';
  return section(title, hint, pageTable(columns, cells, group === 'human' ? ' human' : '') + rest);
}

function workspaceCells(row: WorkspaceRow, now: number, links: WorkspaceLinks): readonly string[] {
  const { id, pullRequest, title, url, state, mood, code, usd, since, nextLookAt } = row;
  return [
    `${pageLink(url, pullRequest)}<small>${html(title)}</small>`,
    chip(mood, state),
    `${html(row.reason)}<small>${html(code ?? '')}</small>${todo(row)}`,
    html(attemptWords(row)),
    dollars(usd),
    sinceCell(since, now),
    nextLookWords(nextLookAt, now),
    links.workspace(id, 'Log'),
  ];
}

/** What a person can do, where one is waited for. */
function todo({ advice }: WorkspaceRow): string {
  return advice === null ? '' : `<small class="todo">${html(advice)}</small>`;
}
