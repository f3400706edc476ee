import type { RunId, WorkspaceId } from '#model/ids.ts';
import { html } from '../html/parts.ts';

/** How one page of workspaces leads to the next, as markup. */
export interface WorkspaceLinks {
  readonly all: (words: string) => string;
  readonly workspace: (id: WorkspaceId, words: string) => string;
  readonly run: (id: RunId) => string;
  /** Whether what is shown stays up to date, as markup. */
  readonly renewal: string;
}

/** A reader, or one who listens to the page, can have it stand still. */
export type Renewal = 'renewed' | 'still';

/** How often a browser asks for a page again. */
export function refreshSeconds(renewal: Renewal): number | undefined {
  return renewal === 'still' ? undefined : 10;
}

/** Pages that are served at addresses of their own. */
export function servedLinks(renewal: Renewal): WorkspaceLinks {
  const query = renewal === 'still' ? '?still' : '';
  return {
    all: (words) => `<a href="/${query}">${html(words)}</a>`,
    workspace: (id, words) =>
      `<a href="/workspaces/${encodeURIComponent(id)}${query}">${html(words)}</a>`,
    run: (id) => `<a href="/runs/${encodeURIComponent(id)}"><code>${html(id)}</code></a>`,
    renewal: renewals[renewal],
  };
}

const renewals: Readonly<Record<Renewal, string>> = {
  renewed: 'The page refreshes itself. <a href="?still">Stop refreshing</a>',
  still: 'The page does not refresh itself. <a href="?">Refresh it automatically</a>',
};
