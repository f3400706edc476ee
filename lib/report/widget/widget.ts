import type { RunId, WorkspaceId } from '#model/ids.ts';
import type { RunReport } from '#model/run-report.ts';
import { section, html } from '../html/parts.ts';
import { runBody } from '../run/page.ts';
import { runStyle } from '../run/style.ts';
import type { WorkspaceLinks } from '../workspaces/links.ts';
import type { Overview, WorkspaceDetail } from '../workspaces/overview.ts';
import { workspacesBody } from '../workspaces/page.ts';
import { workspacesStyle } from '../workspaces/style.ts';
import { workspaceBody } from '../workspaces/workspace-page.ts';

/** What a reader of the widget asks for next; nothing: all workspaces. */
interface WidgetQuery {
  readonly workspace?: WorkspaceId | undefined;
  /** One run, of the workspace if that is told as well. */
  readonly run?: RunId | undefined;
  /** All workspaces, from the one after this. */
  readonly after?: WorkspaceId | undefined;
}

/** Where the widget stands. */
export interface WidgetFrame {
  readonly theme: 'light' | 'dark';
  /** The function that answers what is clicked on. */
  readonly endpoint: string;
}

export function overviewWidget(
  frame: WidgetFrame,
  overview: Overview,
  next: WorkspaceId | null,
): string {
  const more = next === null ? '' : link(frame, { after: next }, 'The next ones');
  const body = [...workspacesBody(overview, widgetLinks(frame)), section('More', '', more)];
  return inFrame(frame, workspacesStyle, body);
}

export function workspaceWidget(frame: WidgetFrame, detail: WorkspaceDetail): string {
  return inFrame(frame, workspacesStyle, workspaceBody(detail, widgetLinks(frame, detail.row.id)));
}

/** The report of a run; the way back leads to the workspace, if that is known. */
export function runWidget(
  frame: WidgetFrame,
  report: RunReport,
  workspace: WorkspaceId | undefined,
): string {
  const links = widgetLinks(frame);
  const back =
    workspace === undefined
      ? links.all('All pull requests')
      : links.workspace(workspace, 'Back to the pull request');
  return inFrame(frame, runStyle, [`<p class="back">${back}</p>`, ...runBody(report)]);
}

/** What was asked for is not there. */
export function absentWidget(frame: WidgetFrame, sentence: string): string {
  const back = widgetLinks(frame).all('All pull requests');
  const body = [`<main><p class="notice">${html(sentence)}</p><p>${back}</p></main>`];
  return inFrame(frame, workspacesStyle, body);
}

function inFrame({ theme }: WidgetFrame, style: string, body: readonly string[]): string {
  return [
    // Without the look of the console, which would mix with ours.
    '<div class="cwdb-no-default-styles"></div>',
    `<style>${withinWidget(style)}</style>`,
    `<div class="ratchetr ${theme}">`,
    ...body,
    '</div>',
    '',
  ].join('\n');
}

function widgetLinks(frame: WidgetFrame, shown?: WorkspaceId): WorkspaceLinks {
  return {
    all: (words) => link(frame, {}, words),
    workspace: (id, words) => link(frame, { workspace: id }, words),
    run: (id) => link(frame, { run: id, workspace: shown }, id),
    renewal: 'The dashboard refreshes it.',
  };
}

/** The dashboard calls the function again with what stands in the element after the link. */
function link({ endpoint }: WidgetFrame, query: WidgetQuery, words: string): string {
  const call = `action="call" display="widget" event="click" endpoint="${html(endpoint)}"`;
  return `<a>${html(words)}</a><cwdb-action ${call}>${html(JSON.stringify(query))}</cwdb-action>`;
}

/** The look of a page as that of a part of a page: it must reach nothing around it, and the dashboard says whether it is dark. */
export function withinWidget(style: string): string {
  const inner = style
    .replace(/^:root \{\n {2}color-scheme: light dark;/m, '& {')
    .replace(/^body \{ margin: 0; /m, '& { ');
  return `.ratchetr {\n${inner}${widgetOnly}}\n`;
}

const widgetOnly = `&.light { color-scheme: light; }
&.dark { color-scheme: dark; }
.verdict { padding: 14px 24px; }
.verdict h1 { font-size: 22px; }
main { max-width: none; padding: 18px 24px; }
footer { max-width: none; padding: 0 24px 18px; }
a { cursor: pointer; color: var(--info); }
cwdb-action { display: none; }
.back { margin: 0; padding: 10px 24px 0; }
& > section { padding: 0 24px 18px; }
`;
