import type { Run } from '#model/run.ts';
import type { Publication } from '#model/run-report.ts';
import { findPublication } from '#report/run/publication.ts';
import type { WorkspaceStore } from '../needs/workspace-store.ts';

// The log of a workspace goes back seven days, and most of them have fewer entries.
const mostEntries = 500;

/** What became of what a run wants on a branch; null: it is the run of no pull request under watch. */
export async function readPublication(
  workspaces: Pick<WorkspaceStore, 'listTransitions' | 'load'>,
  { id, kind, workspaceId }: Run,
  now: number,
): Promise<Publication | null> {
  if (kind !== 'fixup' || workspaceId === undefined) return null;
  const head = await workspaces.load(workspaceId);
  if (head === undefined) return null;
  const log = await workspaces.listTransitions({ id: workspaceId, now, limit: mostEntries });
  return findPublication(head.state, log, id);
}
