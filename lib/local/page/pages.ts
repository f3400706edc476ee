import { workspaceId, type WorkspaceId } from '#model/ids.ts';
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
}

/** The page at a path, for people or for programs. */
export async function pageAt(shown: PageSource, path: string, query = ''): Promise<Answer> {
  const renewal = query === 'still' ? 'still' : 'renewed';
  if (path === '/') return htmlAnswer(workspacesPage(await shown.overview(), renewal));
  if (path === '/api/workspaces' || path === '/api/workspaces.json') {
    const overview = await shown.overview();
    return jsonAnswer({ ...overview, rows: sortRows(overview.rows) });
  }
  const [, name, log] =
    /^\/workspaces\/([^/]+)$|^\/api\/workspaces\/([^/]+)\/transitions$/.exec(path) ?? [];
  const detail = await loadDetail(shown, name ?? log);
  if (detail === undefined) return nothing;
  return name === undefined
    ? jsonAnswer({ transitions: detail.transitions })
    : htmlAnswer(workspacePage(detail, renewal));
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
