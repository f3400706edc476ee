import type { RunId, WorkspaceId } from '../../model/ids.ts';
import { html } from '../html/text.ts';

/** How one page of workspaces leads to the next, as markup. */
export interface WorkspaceLinks {
  readonly all: (words: string) => string;
  readonly workspace: (id: WorkspaceId, words: string) => string;
  readonly run: (id: RunId) => string;
  /** Whether what is shown stays up to date, in one sentence. */
  readonly renewal: string;
}

/** Pages that are served at addresses of their own. */
export const servedLinks: WorkspaceLinks = {
  all: (words) => `<a href="/">${html(words)}</a>`,
  workspace: (id, words) => `<a href="/workspaces/${encodeURIComponent(id)}">${html(words)}</a>`,
  run: (id) => `<code>${html(id)}</code>`,
  renewal: 'The page renews itself.',
};
