import { moment, span } from '#base/moment.ts';
import { dollars } from '#base/words.ts';
import { htmlDocument } from '../html/document.ts';
import { section, valueCard, html } from '../html/parts.ts';
import type { MoodWord } from '../run/words.ts';
import { refreshSeconds, type Renewal, servedLinks, type WorkspaceLinks } from './links.ts';
import { nextLookWords } from './words.ts';
import type { ShownRun, ShownTransition, WorkspaceDetail } from './overview.ts';
import { chip, type Column, pageLink, pageTable } from './parts.ts';
import { attemptWords } from './row.ts';
import { workspacesStyle, workspacesStyleHash } from './style.ts';

/** The page of one workspace: how it stands, what was decided before, its runs and what they cost. */
export function workspacePage(detail: WorkspaceDetail, renewal: Renewal = 'renewed'): string {
  return htmlDocument({
    title: detail.row.pullRequest,
    style: workspacesStyle,
    styleHash: workspacesStyleHash,
    refreshSeconds: refreshSeconds(renewal),
    body: workspaceBody(detail, servedLinks(renewal)),
  });
}

/** The same without what is around it, for wherever else it is shown. */
export function workspaceBody(detail: WorkspaceDetail, links: WorkspaceLinks): readonly string[] {
  const { row, now } = detail;
  return [
    `<header class="verdict ${row.mood}"><p class="brand">${links.all('ratchetr')}</p>`,
    `<h1>${html(row.pullRequest)}: ${html(row.state)}</h1>`,
    `<p>${pageLink(row.url, row.title)}</p><p>${html(row.reason)} <code>${html(row.code ?? '')}</code></p></header>`,
    '<main>',
    ...(row.advice === null ? [] : [`<p class="notice">${html(row.advice)}</p>`]),
    workspaceCards(detail),
    section('Last session', '', lastSession(detail)),
    section('Runs', 'The newest first.', runTable(detail.runs, links)),
    section('Log', 'The newest first; kept for 7 days.', log(detail.transitions)),
    '</main>',
    `<footer><p>As of ${moment(now)} UTC. ${links.renewal}</p></footer>`,
  ];
}

function workspaceCards({ row, now, headSha }: WorkspaceDetail): string {
  return [
    '<section class="cards" aria-label="How it stands">',
    valueCard('attempts in a row', attemptWords(row), row.attempts > 0 ? 'plain' : ''),
    valueCard('cost', dollars(row.usd), row.usd > 0 ? 'plain' : ''),
    valueCard('in this state', span(now - row.since), 'plain'),
    valueCard('next look', nextLookWords(row.nextLookAt, now), 'plain'),
    valueCard('head', headSha === null ? '–' : headSha.slice(0, 7), 'plain'),
    '</section>',
  ].join('');
}

function lastSession({ lastSession: last }: WorkspaceDetail): string {
  if (last === null) return '';
  const { kind, outcome, reason, at, runId } = last;
  const mood = outcome === 'pushed' ? 'good' : 'unsure';
  return `<p>${chip(mood, `${kind}: ${outcome}`)} ${html(reason)} <span class="soft">${moment(at)} UTC, <code>ratchetr show ${html(runId)}</code></span></p>`;
}

const runMoods: Readonly<Record<ShownRun['status'], MoodWord['mood']>> = {
  running: 'plain',
  succeeded: 'good',
  failed: 'bad',
  aborted: 'unsure',
};

const runColumns: readonly Column[] = [
  { head: 'Run' },
  { head: 'Kind' },
  { head: 'Status' },
  { head: 'Head' },
  { head: 'Started (UTC)' },
  { head: 'Took', kind: 'number' },
  { head: 'Cost', kind: 'number' },
];

function runTable(runs: readonly ShownRun[], links: WorkspaceLinks): string {
  const rows = runs.map(({ id, kind, status, headSha, startedAt, finishedAt, usd }) => [
    links.run(id),
    kind,
    chip(runMoods[status], status),
    `<code>${html(headSha.slice(0, 7))}</code>`,
    moment(startedAt),
    finishedAt === null ? '–' : span(finishedAt - startedAt),
    dollars(usd),
  ]);
  return pageTable(runColumns, rows);
}

const logColumns: readonly Column[] = [
  { head: 'Time (UTC)' },
  { head: 'Rev.', kind: 'number' },
  { head: 'What' },
  { head: 'Why', kind: 'text' },
];

function log(transitions: readonly ShownTransition[]): string {
  const rows = transitions.map(({ at, rev, action, code, reason }) => [
    moment(at),
    String(rev),
    `${html(action)} <small>${html(code ?? '')}</small>`,
    html(reason),
  ]);
  return pageTable(logColumns, rows) || '<p class="empty">Nothing yet.</p>';
}
