import { type RunId, runId, workspaceId, type WorkspaceId } from '#model/ids.ts';
import type { ShownEvidence } from '#ratchet/overview/read-kept.ts';
import { renderHtml } from '#report/html/page.ts';
import { renderHtmlRun } from '#report/run/page.ts';
import { runPage } from '#report/workspaces/run-page.ts';
import type { Overview, WorkspaceDetail } from '#report/workspaces/overview.ts';
import { workspacesPage } from '#report/workspaces/page.ts';
import { sortRows } from '#report/workspaces/row.ts';
import { workspacePage } from '#report/workspaces/workspace-page.ts';
import { type Answer, textAnswer } from './answer.ts';

/** What the pages show, read anew for each of them. */
export interface PageSource {
  overview(): Promise<Overview>;
  /** undefined: it is not watched. */
  detail(id: WorkspaceId): Promise<WorkspaceDetail | undefined>;
  /** undefined: there is no such run. */
  run(id: RunId): Promise<ShownEvidence | undefined>;
  /** A text that a tool wrote in a run; undefined: there is none of this name. */
  written(id: RunId, name: string): Promise<string | undefined>;
}

/** The page at a path, for people or for programs. */
export async function pageAt(shown: PageSource, path: string, query = ''): Promise<Answer> {
  const renewal = query === 'still' ? 'still' : 'renewed';
  if (path === '/') return htmlAnswer(workspacesPage(await shown.overview(), renewal));
  if (path === '/api/workspaces' || path === '/api/workspaces.json') {
    const overview = await shown.overview();
    return jsonAnswer({ ...overview, rows: sortRows(overview.rows) });
  }
  const [, run, part] = /^\/runs\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
  if (run !== undefined) return runAnswer(shown, decodeId(run), decodeId(part));
  const [, name, log] =
    /^\/workspaces\/([^/]+)$|^\/api\/workspaces\/([^/]+)\/transitions$/.exec(path) ?? [];
  const detail = await loadDetail(shown, name ?? log);
  if (detail === undefined) return nothing;
  return name === undefined
    ? jsonAnswer({ transitions: detail.transitions })
    : htmlAnswer(workspacePage(detail, renewal));
}

async function runAnswer(
  shown: PageSource,
  asked: string | undefined,
  part: string | undefined,
): Promise<Answer> {
  const id = runId.safeParse(asked).data;
  const name = part?.startsWith('artifacts/engines/') === true ? part.slice(10) : undefined;
  if (id !== undefined && name !== undefined) {
    const text = await shown.written(id, name);
    return text === undefined ? nothing : { status: 200, type: 'text/plain', body: text };
  }
  const found = id && (await shown.run(id));
  if (id === undefined || found === undefined) return nothing;
  if (part === undefined) return htmlAnswer(runPage(id, found.names));
  if (part !== 'report') return nothing;
  const { check, report } = found;
  return htmlAnswer(check === undefined ? renderHtmlRun(report) : renderHtml(check));
}

const nothing = textAnswer(404, 'There is nothing here; / lists all workspaces.');

async function loadDetail(
  shown: PageSource,
  written: string | undefined,
): Promise<WorkspaceDetail | undefined> {
  const id = workspaceId.safeParse(decodeId(written)).data;
  return id && shown.detail(id);
}

function decodeId(written: string | undefined): string | undefined {
  try {
    return written && decodeURIComponent(written);
  } catch {
    return undefined;
  }
}

function htmlAnswer(body: string): Answer {
  return { status: 200, type: 'text/html', body };
}

function jsonAnswer(value: unknown): Answer {
  return { status: 200, type: 'application/json', body: `${JSON.stringify(value)}\n` };
}
