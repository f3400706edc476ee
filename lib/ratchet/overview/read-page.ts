import type { WorkspaceId } from '#model/ids.ts';
import type { WorkspaceRow } from '#report/workspaces/row.ts';
import type { OperatorResponse } from '../rules/operators/operator-methods.ts';
import { loadHeads, listAll } from './read-heads.ts';
import { type OverviewDeps, readPauses, readWorkspaceRow } from './read-overview.ts';

// As many as are read before the caller times out.
const pageSize = 400;
const atOnce = 20;

/** One page of all that is watched, in the order of the ids: a response has a limited size. */
export async function readPage(
  deps: OverviewDeps,
  after: WorkspaceId | undefined,
): Promise<OperatorResponse<'workspaces'>> {
  const now = deps.clock.now();
  const ids = (await listAll(deps.workspaces)).toSorted();
  const start = after === undefined ? 0 : ids.findLastIndex((id) => id <= after) + 1;
  const page = ids.slice(start, start + pageSize);
  const heads = await loadHeads(deps.workspaces, page);
  const rows: WorkspaceRow[] = [];
  for (let at = 0; at < heads.length; at += atOnce) {
    const some = heads.slice(at, at + atOnce);
    rows.push(...(await Promise.all(some.map((head) => readWorkspaceRow(deps, head, now)))));
  }
  const next = start + pageSize < ids.length ? (page.at(-1) ?? null) : null;
  return { now, pauses: await readPauses(deps), rows, next };
}
